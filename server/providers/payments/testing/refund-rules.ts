import { expect, test, vi } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { AlreadyPaid } from '../port.ts';
import type { GatewayContext } from './gateway-context.ts';

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

  test('partial refunds are all listed, and a failed one counts as zero', async () => {
    const { invoiceId } = await paidSubscription();
    expect(await gateway().reversals(invoiceId)).toEqual({ paid: 20_000, reversals: [] });
    const first = await subject().dashboard.refund(invoiceId, 5_000);
    const second = await subject().dashboard.refund(invoiceId);
    await subject().dashboard.failRefund(first);
    const { reversals } = await gateway().reversals(invoiceId);
    expect(new Map(reversals.map(({ id, amount, initial }) => [id, [amount, initial]]))).toEqual(
      new Map([
        [first, [0, 5_000]],
        [second, [15_000, 15_000]],
      ]),
    );
  });

  test('a dispute counts once its funds are withdrawn until it is won', async () => {
    const { invoiceId } = await paidSubscription();
    const amountsAfter = async (act: Promise<unknown>) => {
      await act;
      return (await gateway().reversals(invoiceId)).reversals.map(({ kind, amount }) => [kind, amount]);
    };
    const inquiry = await subject().dashboard.dispute(invoiceId, { inquiry: true });
    expect((await gateway().reversals(invoiceId)).reversals).toMatchObject([{ amount: 0, initial: 0 }]);
    expect(await amountsAfter(subject().dashboard.loseDispute(inquiry))).toEqual([['dispute', 0]]);
    const won = await subject().dashboard.dispute(invoiceId, { amount: 8_000 });
    expect((await gateway().reversals(invoiceId)).reversals).toContainEqual(
      expect.objectContaining({ kind: 'dispute', id: won, amount: 8_000, initial: 8_000 }),
    );
    expect(await amountsAfter(subject().dashboard.winDispute(won))).toEqual([
      ['dispute', 0],
      ['dispute', 0],
    ]);
    const lost = await subject().dashboard.dispute(invoiceId);
    expect((await amountsAfter(subject().dashboard.loseDispute(lost))).flat()).toContain(20_000);
  });

  test('refunds and disputes are listed as events of the payment', async () => {
    const { invoiceId, intentId } = await paidSubscription();
    await subject().dashboard.failRefund(await subject().dashboard.refund(invoiceId, 1_000));
    await subject().dashboard.winDispute(await subject().dashboard.dispute(invoiceId));
    await vi.waitFor(async () => {
      expect((await eventsAbout(intentId)).map(({ type }) => type).sort()).toEqual([
        'charge.dispute.closed',
        'charge.dispute.created',
        'charge.dispute.funds_reinstated',
        'charge.dispute.funds_withdrawn',
        'charge.refund.updated',
        'charge.refunded',
        'refund.failed',
        'refund.updated',
      ]);
    });
  });
}
