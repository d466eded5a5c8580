import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { AlreadyPaid, type OpenPayment, type PaymentEvent, type PaymentGateway } from './port.ts';

/** An implementation under test, with the actions of a browser. */
export interface GatewayUnderTest {
  gateway: PaymentGateway;
  /** Enters a card into the payment form and confirms. */
  pay(clientSecret: string, card: 'pays' | 'declined' | 'authenticates'): Promise<void>;
  /** The refunded amount of a payment, in cents. */
  refunded(intentId: string): Promise<number>;
  /** The balance of a customer in cents; negative is credit. */
  balance(customerId: string): Promise<number>;
  /** The actions of support, banks and cardholders at the provider. Amounts in cents; returns ids. */
  dashboard: {
    refund(invoiceId: string, amount?: number): Promise<string>;
    failRefund(refundId: string): Promise<unknown>;
    giveCredit(customerId: string, amount: number): Promise<unknown>;
    dispute(invoiceId: string, options?: { amount?: number; inquiry?: boolean }): Promise<string>;
    winDispute(disputeId: string): Promise<unknown>;
    loseDispute(disputeId: string): Promise<unknown>;
  };
  stop(): Promise<void>;
}

/** The contract test suite of `PaymentGateway`. */
export function paymentGatewayContract(name: string, start: () => Promise<GatewayUnderTest>): void {
  describe(`${name} keeps the payment gateway contract`, () => {
    let subject: GatewayUnderTest;
    const gateway = () => subject.gateway;
    beforeAll(async () => {
      subject = await start();
    });
    afterAll(() => subject.stop());

    async function newCustomer() {
      const uid = newId();
      const payer = { uid, email: `${uid}@example.com`, name: 'Ana Ortiz' };
      return { payer, customerId: await gateway().ensureCustomer(payer) };
    }

    async function paidSubscription(card: 'pays' | 'authenticates' = 'pays') {
      const { customerId, payer } = await newCustomer();
      const payment = await gateway().startSubscription({
        customerId,
        plan: 'launch',
        key: `checkout:${newId()}:1`,
      });
      await subject.pay(payment.clientSecret, card);
      return { customerId, payer, ...payment };
    }

    async function eventsAbout(id: string): Promise<PaymentEvent[]> {
      const found: PaymentEvent[] = [];
      for await (const event of gateway().eventsSince(new Date(Date.now() - 60_000))) {
        if (event.subject.kind !== 'other' && event.subject.id === id) found.push(event);
      }
      return found;
    }

    const openPaymentOf = (payment: OpenPayment) => gateway().openPayment(payment.subscriptionId);

    test('returns the same price of every plan each time', async () => {
      const prices = await gateway().priceIds();
      expect(new Set(Object.values(prices)).size).toBe(3);
      expect(await gateway().priceIds()).toEqual(prices);
    });

    test('a user has one customer, which maps back to the user', async () => {
      const { payer, customerId } = await newCustomer();
      expect(await gateway().ensureCustomer(payer)).toBe(customerId);
      expect(await gateway().payerOf(customerId)).toBe(payer.uid);
      expect(await gateway().payerOf('cus_nobody')).toBeUndefined();
    });

    test('a new subscription waits for its payment, and the same key returns it again', async () => {
      const { customerId } = await newCustomer();
      const request = { customerId, plan: 'scale' as const, key: `checkout:${newId()}:1` };
      const payment = await gateway().startSubscription(request);
      expect(await gateway().startSubscription(request)).toEqual(payment);
      expect(await gateway().openPayment(payment.subscriptionId)).toEqual(payment);
      expect(await gateway().subscription(payment.subscriptionId)).toMatchObject({
        status: 'incomplete',
        plan: 'scale',
        customerId,
      });
      expect(await gateway().invoice(payment.invoiceId)).toMatchObject({
        status: 'open',
        reason: 'first',
        total: 60_000,
        plan: 'scale',
      });
      expect(await gateway().intent(payment.intentId)).toMatchObject({
        status: 'unpaid',
        customerId,
        invoiceId: payment.invoiceId,
      });
    });

    test('a payment marks the invoice paid, activates the subscription and saves its card as default', async () => {
      const paid = await paidSubscription();
      expect(await gateway().intent(paid.intentId)).toMatchObject({ status: 'paid' });
      expect(await gateway().invoice(paid.invoiceId)).toMatchObject({
        status: 'paid',
        planTotal: 20_000,
        plan: 'launch',
      });
      const subscription = await gateway().subscription(paid.subscriptionId);
      expect(subscription).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: false,
        latestInvoiceId: paid.invoiceId,
      });
      expect(await openPaymentOf(paid)).toBeUndefined();
      const [card] = await gateway().cards(paid.customerId);
      expect(card).toMatchObject({ brand: 'visa', last4: '4242' });
      expect(await gateway().defaultCard(paid.customerId, paid.subscriptionId)).toEqual(card);
    });

    test('events are listed with their subject', async () => {
      const paid = await paidSubscription();
      await vi.waitFor(async () => {
        expect((await eventsAbout(paid.invoiceId)).map(({ type }) => type)).toContain('invoice.paid');
        expect((await eventsAbout(paid.subscriptionId)).length).toBeGreaterThan(1);
      });
    });

    test('a declined card leaves the payment open', async () => {
      const { customerId } = await newCustomer();
      const payment = await gateway().startSubscription({
        customerId,
        plan: 'launch',
        key: `checkout:${newId()}:1`,
      });
      await subject.pay(payment.clientSecret, 'declined');
      expect(await gateway().intent(payment.intentId)).toMatchObject({ status: 'unpaid' });
      expect(await gateway().openPayment(payment.subscriptionId)).toEqual(payment);
      expect(await gateway().cards(customerId)).toEqual([]);
    });

    test('a saved card pays the next subscription or requires authentication', async () => {
      for (const [card, kind] of [
        ['pays', 'paid'],
        ['authenticates', 'requires_action'],
      ] as const) {
        const { customerId, subscriptionId } = await paidSubscription(card);
        await gateway().cancelNow(subscriptionId);
        const saved = await gateway().defaultCard(customerId, undefined);
        const next = await gateway().startSubscription({
          customerId,
          plan: 'scale',
          key: `checkout:${newId()}:2`,
        });
        expect(await gateway().payIntent(next.intentId, saved?.id ?? '')).toEqual({ kind });
      }
    });

    test('an unpaid subscription is canceled and a paid one is kept', async () => {
      const { customerId } = await newCustomer();
      const payment = await gateway().startSubscription({
        customerId,
        plan: 'launch',
        key: `checkout:${newId()}:1`,
      });
      expect(await gateway().cancelUnpaid(payment)).toBe('canceled');
      expect(await gateway().cancelUnpaid(payment)).toBe('canceled');
      expect(await gateway().invoice(payment.invoiceId)).toMatchObject({ status: 'void' });
      expect(await gateway().subscription(payment.subscriptionId)).toMatchObject({ status: 'canceled' });
      expect(await gateway().cancelUnpaid(await paidSubscription())).toBe('paid');
    });

    test('a subscription is canceled at period end, resumed, or canceled now', async () => {
      const { subscriptionId } = await paidSubscription();
      await gateway().setCancelAtPeriodEnd(subscriptionId, true);
      expect(await gateway().subscription(subscriptionId)).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: true,
      });
      await gateway().setCancelAtPeriodEnd(subscriptionId, false);
      expect(await gateway().subscription(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: false });
      await gateway().cancelNow(subscriptionId);
      await gateway().cancelNow(subscriptionId);
      expect(await gateway().subscription(subscriptionId)).toMatchObject({ status: 'canceled' });
    });

    test('a refund returns the whole payment once per key', async () => {
      const { invoiceId, intentId } = await paidSubscription();
      expect(await subject.refunded(intentId)).toBe(0);
      await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
      expect(await subject.refunded(intentId)).toBe(20_000);
      await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
      expect(await subject.refunded(intentId)).toBe(20_000);
    });

    test('a repeated refund succeeds without effect, even with another key', async () => {
      const { invoiceId, intentId } = await paidSubscription();
      await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
      await gateway().refundInvoice(invoiceId, `refund:${invoiceId}:a day later`);
      expect(await subject.refunded(intentId)).toBe(20_000);
    });

    test('a refund of an unpaid invoice returns nothing', async () => {
      const { customerId } = await newCustomer();
      const key = `checkout:${newId()}:1`;
      const payment = await gateway().startSubscription({ customerId, plan: 'launch', key });
      await gateway().refundInvoice(payment.invoiceId, `refund:${payment.invoiceId}`);
      expect(await subject.refunded(payment.intentId)).toBe(0);
    });

    /** A Launch plan of 20,000 cents, paid from balance up to `credit` cents and by card beyond that. */
    async function paidWithCredit(credit: number) {
      const { customerId } = await newCustomer();
      await subject.dashboard.giveCredit(customerId, credit);
      const key = `checkout:${newId()}:1`;
      const payment = await gateway().startSubscription({ customerId, plan: 'launch', key });
      await subject.pay(payment.clientSecret, 'pays');
      return { customerId, ...payment };
    }

    test('a refund returns the part paid from balance once, even with another key', async () => {
      const { customerId, invoiceId, intentId } = await paidWithCredit(5_000);
      expect(await subject.balance(customerId)).toBe(0);
      expect(await gateway().reversals(invoiceId)).toEqual({ paid: 20_000, reversals: [] });
      await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
      await gateway().refundInvoice(invoiceId, `refund:${invoiceId}`);
      await gateway().refundInvoice(invoiceId, `refund:${invoiceId}:a day later`);
      expect(await subject.refunded(intentId)).toBe(15_000);
      expect(await subject.balance(customerId)).toBe(-5_000);
      const { paid, reversals } = await gateway().reversals(invoiceId);
      expect(paid).toBe(20_000);
      expect(reversals.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
        ['refund', 15_000],
        ['refund', 5_000],
      ]);
    });

    test('a void invoice returns the balance that it had used', async () => {
      const { customerId } = await newCustomer();
      await subject.dashboard.giveCredit(customerId, 5_000);
      const key = `checkout:${newId()}:1`;
      const payment = await gateway().startSubscription({ customerId, plan: 'launch', key });
      expect(await subject.balance(customerId)).toBe(0);
      await gateway().cancelUnpaid(payment);
      await gateway().refundInvoice(payment.invoiceId, `refund:${payment.invoiceId}`);
      expect(await subject.balance(customerId)).toBe(-5_000);
      expect((await gateway().reversals(payment.invoiceId)).paid).toBe(0);
    });

    test('a subscription paid in full from balance is active at once, and a refund returns all of it', async () => {
      const { customerId } = await newCustomer();
      await subject.dashboard.giveCredit(customerId, 30_000);
      const request = { customerId, plan: 'launch' as const, key: `checkout:${newId()}:1` };
      const paid = (await gateway()
        .startSubscription(request)
        .catch((error: unknown) => error)) as AlreadyPaid;
      expect(paid).toBeInstanceOf(AlreadyPaid);
      expect(await gateway().invoice(paid.invoiceId)).toMatchObject({ status: 'paid', planTotal: 20_000 });
      expect(await gateway().subscription(paid.subscriptionId)).toMatchObject({ status: 'active' });
      expect(await subject.balance(customerId)).toBe(-10_000);
      await gateway().refundInvoice(paid.invoiceId, `refund:${paid.invoiceId}`);
      expect(await subject.balance(customerId)).toBe(-30_000);
      expect(await gateway().reversals(paid.invoiceId)).toMatchObject({
        paid: 20_000,
        reversals: [{ kind: 'refund', amount: 20_000 }],
      });
    });

    test('partial refunds are all listed, and a failed one counts as zero', async () => {
      const { invoiceId } = await paidSubscription();
      expect(await gateway().reversals(invoiceId)).toEqual({ paid: 20_000, reversals: [] });
      const first = await subject.dashboard.refund(invoiceId, 5_000);
      const second = await subject.dashboard.refund(invoiceId);
      await subject.dashboard.failRefund(first);
      const { reversals } = await gateway().reversals(invoiceId);
      expect(new Map(reversals.map(({ id, amount }) => [id, amount]))).toEqual(
        new Map([
          [first, 0],
          [second, 15_000],
        ]),
      );
    });

    test('a dispute counts once its funds are withdrawn until it is won', async () => {
      const { invoiceId } = await paidSubscription();
      const amountsAfter = async (act: Promise<unknown>) => {
        await act;
        return (await gateway().reversals(invoiceId)).reversals.map(({ kind, amount }) => [kind, amount]);
      };
      const inquiry = await subject.dashboard.dispute(invoiceId, { inquiry: true });
      expect(await amountsAfter(subject.dashboard.loseDispute(inquiry))).toEqual([['dispute', 0]]);
      const won = await subject.dashboard.dispute(invoiceId, { amount: 8_000 });
      expect((await gateway().reversals(invoiceId)).reversals).toContainEqual(
        expect.objectContaining({ kind: 'dispute', id: won, amount: 8_000 }),
      );
      expect(await amountsAfter(subject.dashboard.winDispute(won))).toEqual([
        ['dispute', 0],
        ['dispute', 0],
      ]);
      const lost = await subject.dashboard.dispute(invoiceId);
      expect((await amountsAfter(subject.dashboard.loseDispute(lost))).flat()).toContain(20_000);
    });

    test('refunds and disputes are listed as events of the payment', async () => {
      const { invoiceId, intentId } = await paidSubscription();
      await subject.dashboard.failRefund(await subject.dashboard.refund(invoiceId, 1_000));
      await subject.dashboard.winDispute(await subject.dashboard.dispute(invoiceId));
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

    test('a card is saved without a payment and can be made the default', async () => {
      const { customerId, subscriptionId } = await paidSubscription();
      await subject.pay(await gateway().startCardSetup(customerId), 'authenticates');
      const added = (await gateway().cards(customerId)).find(({ last4 }) => last4 === '3184');
      expect((await gateway().defaultCard(customerId, subscriptionId))?.last4).toBe('4242');
      await gateway().setDefaultCard(customerId, subscriptionId, added?.id ?? '');
      expect((await gateway().defaultCard(customerId, subscriptionId))?.last4).toBe('3184');
    });

    test('unknown objects are undefined, and a bad signature is refused', async () => {
      expect(await gateway().subscription('sub_nothing')).toBeUndefined();
      expect(await gateway().invoice('in_nothing')).toBeUndefined();
      expect(await gateway().intent('pi_nothing')).toBeUndefined();
      expect(() => gateway().readWebhook(Buffer.from('{}'), 't=1,v1=00')).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT' }),
      );
      expect(() => gateway().readWebhook(Buffer.from('{}'), undefined)).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT' }),
      );
    });
  });
}
