import { expect, test, vi } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { AlreadyPaid } from '../port.ts';
import type { GatewayContext } from './gateway-context.ts';

/** A real bank takes its time. */
const SOON = { timeout: 60_000, interval: 100 };

/** What a gateway does with refunds, disputes and customer balance. */
export function refundRules(context: GatewayContext): void {
  const { subject, gateway, newCustomer, paidSubscription, eventsAbout } = context;

  test('a refund returns the whole payment once per key', async () => {
    const { invoiceId, intentId } = await paidSubscription();
    expect(await subject().refunded(intentId)).toBe(0);
    await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
    expect(await subject().refunded(intentId)).toBe(20_000);
    await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
    expect(await subject().refunded(intentId)).toBe(20_000);
  });

  test('a repeated refund succeeds without effect, even with another key', async () => {
    const { invoiceId, intentId } = await paidSubscription();
    await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
    await gateway().refundInvoice(invoiceId, `refund:${invoiceId}:a day later`);
    expect(await subject().refunded(intentId)).toBe(20_000);
  });

  test('a refund of an unpaid invoice returns nothing', async () => {
    const { customerId } = await newCustomer();
    const key = `checkout:${newId()}:1`;
    const payment = await gateway().startSubscription({ customerId, plan: 'launch', key });
    await gateway().refundInvoice(payment.invoiceId, `refund:${payment.invoiceId}`);
    expect(await subject().refunded(payment.intentId)).toBe(0);
  });

  /** A Launch plan of 20,000 cents, paid from balance up to `credit` cents and by card beyond that. */
  async function paidWithCredit(credit: number) {
    const { customerId } = await newCustomer();
    await subject().dashboard.giveCredit(customerId, credit);
    const key = `checkout:${newId()}:1`;
    const payment = await gateway().startSubscription({ customerId, plan: 'launch', key });
    await subject().pay(payment.clientSecret, 'pays');
    return { customerId, ...payment };
  }

  test('a refund returns the part paid from balance once, even with another key', async () => {
    const { customerId, invoiceId, intentId } = await paidWithCredit(5_000);
    expect(await subject().balance(customerId)).toBe(0);
    expect(await gateway().reversals(invoiceId)).toEqual({ paid: 20_000, reversals: [] });
    await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
    await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
    await gateway().refundInvoice(invoiceId, `refund:${invoiceId}:a day later`);
    expect(await subject().refunded(intentId)).toBe(15_000);
    expect(await subject().balance(customerId)).toBe(-5_000);
    const { paid, reversals } = await gateway().reversals(invoiceId);
    expect(paid).toBe(20_000);
    expect(reversals.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ['refund', 15_000],
      ['refund', 5_000],
    ]);
  });

  test('a void invoice returns the balance that it had used', async () => {
    const { customerId } = await newCustomer();
    await subject().dashboard.giveCredit(customerId, 5_000);
    const key = `checkout:${newId()}:1`;
    const payment = await gateway().startSubscription({ customerId, plan: 'launch', key });
    expect(await subject().balance(customerId)).toBe(0);
    await gateway().cancelUnpaid(payment);
    await gateway().refundInvoice(payment.invoiceId, `refund:${payment.invoiceId}`);
    expect(await subject().balance(customerId)).toBe(-5_000);
    expect((await gateway().reversals(payment.invoiceId)).paid).toBe(0);
  });

  test('a subscription paid in full from balance is active at once, and a refund returns all of it', async () => {
    const { customerId } = await newCustomer();
    await subject().dashboard.giveCredit(customerId, 30_000);
    const request = { customerId, plan: 'launch' as const, key: `checkout:${newId()}:1` };
    const paid = (await gateway()
      .startSubscription(request)
      .catch((error: unknown) => error)) as AlreadyPaid;
    expect(paid).toBeInstanceOf(AlreadyPaid);
    expect(await gateway().invoice(paid.invoiceId)).toMatchObject({ status: 'paid', planTotal: 20_000 });
    expect(await gateway().subscription(paid.subscriptionId)).toMatchObject({ status: 'active' });
    expect(await subject().balance(customerId)).toBe(-10_000);
    await gateway().refundInvoice(paid.invoiceId, `refund:${paid.invoiceId}`);
    expect(await subject().balance(customerId)).toBe(-30_000);
    expect(await gateway().reversals(paid.invoiceId)).toMatchObject({
      paid: 20_000,
      reversals: [{ kind: 'refund', amount: 20_000 }],
    });
  });

  /**
   * Waits until the reversals of an invoice have these amounts, now and at first: banks decide after the call. Returns
   * their ids.
   */
  async function reversalsOf(invoiceId: string, kind: 'refund' | 'dispute', amounts: [number, number][]) {
    return vi.waitFor(async () => {
      const { reversals } = await gateway().reversals(invoiceId);
      const listed = reversals.map(({ kind: found, amount, initial }) => [found, amount, initial].join(' '));
      expect(listed.sort()).toEqual(amounts.map((pair) => [kind, ...pair].join(' ')).sort());
      return reversals.map(({ id }) => id);
    }, SOON);
  }

  test('partial refunds are all listed', async () => {
    const { invoiceId } = await paidSubscription();
    expect(await gateway().reversals(invoiceId)).toEqual({ paid: 20_000, reversals: [] });
    const first = await subject().dashboard.refund(invoiceId, 5_000);
    const second = await subject().dashboard.refund(invoiceId);
    const listed = await reversalsOf(invoiceId, 'refund', [
      [5_000, 5_000],
      [15_000, 15_000],
    ]);
    expect(listed.sort()).toEqual([first, second].sort());
  });

  test('a refund that fails at the bank counts as zero', async () => {
    const { invoiceId } = await paidSubscription('refundFails');
    const refund = await subject().dashboard.refund(invoiceId, 5_000);
    expect(await reversalsOf(invoiceId, 'refund', [[0, 5_000]])).toEqual([refund]);
  });

  test('a dispute counts once its funds are withdrawn until it is won, an inquiry never', async () => {
    await reversalsOf((await paidSubscription('inquired')).invoiceId, 'dispute', [[0, 0]]);
    for (const [decide, amount] of [
      ['winDispute', 0],
      ['loseDispute', 20_000],
    ] as const) {
      const { invoiceId } = await paidSubscription('disputed');
      const [dispute = ''] = await reversalsOf(invoiceId, 'dispute', [[20_000, 20_000]]);
      await subject().dashboard[decide](dispute);
      await reversalsOf(invoiceId, 'dispute', [[amount, 20_000]]);
    }
  });

  test('refunds and disputes are listed as events of the payment', async () => {
    const expectEvents = (intentId: string, types: string[]) =>
      vi.waitFor(async () => {
        const listed = (await eventsAbout(intentId)).map(({ type }) => type);
        expect(listed).toEqual(expect.arrayContaining(types));
      }, SOON);
    const failing = await paidSubscription('refundFails');
    await subject().dashboard.refund(failing.invoiceId, 1_000);
    await expectEvents(failing.intentId, ['charge.refunded', 'refund.updated', 'refund.failed']);
    const disputed = await paidSubscription('disputed');
    const [dispute = ''] = await reversalsOf(disputed.invoiceId, 'dispute', [[20_000, 20_000]]);
    await subject().dashboard.winDispute(dispute);
    await expectEvents(disputed.intentId, [
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });
}
