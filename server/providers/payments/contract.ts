import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { CustomerGone, type OpenPayment } from './port.ts';
import { createGatewayContext, type GatewayUnderTest } from './testing/gateway-context.ts';
import { refundRules } from './testing/refund-rules.ts';

/** The contract test suite of `PaymentGateway`. Its first line says what it speaks to. */
export function paymentGatewayContract(name: string, start: () => Promise<GatewayUnderTest>): void {
  describe(`${name} keeps the payment gateway contract`, { timeout: 120_000 }, () => {
    let subject: GatewayUnderTest;
    const context = createGatewayContext(() => subject);
    const { gateway, newCustomer, paidSubscription, eventsAbout } = context;
    beforeAll(async () => {
      process.stdout.write(`The contract of the payment gateway speaks to ${name}\n`);
      subject = await start();
    });
    afterAll(() => subject.stop());

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

    test('a customer with a new address and name is still the same one', async () => {
      const { payer, customerId } = await newCustomer();
      const changed = { email: `new-${payer.email}`, name: 'Ana B.' };
      await gateway().updateCustomer(customerId, changed);
      await gateway().updateCustomer(customerId, changed);
      expect(await gateway().ensureCustomer({ ...payer, ...changed })).toBe(customerId);
      expect(await gateway().payerOf(customerId)).toBe(payer.uid);
    });

    test('an address and name that change before the customer is known do not make a second one', async () => {
      const { payer, customerId } = await newCustomer();
      const changed = { ...payer, email: `new-${payer.email}`, name: 'Ana B.' };
      expect(await gateway().ensureCustomer(changed)).toBe(customerId);
      expect(await gateway().ensureCustomer(payer)).toBe(customerId);
    });

    test('a customer that was deleted has no cards and is replaced by one other', async () => {
      const { payer, customerId, subscriptionId } = await paidSubscription();
      await subject.dashboard.deleteCustomer(customerId);
      expect(await gateway().payerOf(customerId)).toBeUndefined();
      expect(await gateway().cards(customerId)).toEqual([]);
      expect(await gateway().defaultCard(customerId, subscriptionId)).toBeUndefined();
      expect(await gateway().subscription(subscriptionId)).toMatchObject({ status: 'canceled' });
      const changes = { email: payer.email, name: 'Ana B.' };
      for (const use of [
        () => gateway().updateCustomer(customerId, changes),
        () => gateway().setTaxId(customerId, undefined),
        () => gateway().startSubscription({ customerId, plan: 'launch', key: `checkout:${newId()}:1` }),
        () => gateway().openPurchase({ customerId, credits: 5_000, cents: 5_000, key: newId() }),
        () => gateway().startCardSetup(customerId),
        () => gateway().setDefaultCard(customerId, undefined, 'pm_any'),
      ])
        await expect(use()).rejects.toBeInstanceOf(CustomerGone);
      const successor = await gateway().ensureCustomer(payer, customerId);
      expect(successor).not.toBe(customerId);
      expect(await gateway().ensureCustomer(payer, customerId)).toBe(successor);
    });

    test('a tax number replaces the one before, and one that is refused leaves none', async () => {
      const { customerId } = await newCustomer();
      const german = { type: 'eu_vat', value: 'DE123456789' };
      const american = { type: 'us_ein', value: '12-3456789' };
      for (const [taxId, left] of [
        [german, [german]],
        [german, [german]],
        [american, [american]],
        [undefined, []],
        [german, [german]],
      ] as const) {
        expect(await gateway().setTaxId(customerId, taxId)).toBe('saved');
        expect(await subject.taxIds(customerId)).toEqual(left);
      }
      expect(await gateway().setTaxId(customerId, { type: 'eu_vat', value: 'DE1' })).toBe('refused');
      expect(await subject.taxIds(customerId)).toEqual([]);
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
        amountDue: 60_000,
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

    describe('an invoice for credits', () => {
      const open = async (customerId: string, key = newId()) =>
        gateway().openPurchase({ customerId, credits: 10_000, cents: 10_000, key });

      test('waits for its payment, is the same for the same key, and is paid once with a saved card', async () => {
        const { customerId } = await paidSubscription();
        const key = newId();
        const purchase = await open(customerId, key);
        expect(await open(customerId, key)).toEqual(purchase);
        expect(await gateway().findPurchase(customerId, key)).toEqual(purchase);
        expect(await gateway().findPurchase(customerId, newId())).toBeUndefined();
        expect(await gateway().isPurchase(purchase.invoiceId)).toBe(true);
        expect(await gateway().invoice(purchase.invoiceId)).toMatchObject({
          status: 'open',
          reason: 'credits',
          credits: 10_000,
          subscriptionId: undefined,
          total: 10_000,
          amountDue: 10_000,
          planTotal: 10_000,
          planPrice: 10_000,
          plan: undefined,
          customerId,
        });
        const intent = { status: 'unpaid', customerId, invoiceId: purchase.invoiceId };
        expect(await gateway().intent(purchase.payment?.intentId ?? '')).toMatchObject(intent);
        const [card] = await gateway().cards(customerId);
        const pay = () => gateway().payInvoice(purchase.invoiceId, card?.id ?? '', `${key}:pay`);
        expect([await pay(), await pay()]).toEqual([{ kind: 'paid' }, { kind: 'paid' }]);
        const paid = await gateway().invoice(purchase.invoiceId);
        expect(paid).toMatchObject({ status: 'paid', reason: 'credits', credits: 10_000 });
        expect(await gateway().findPurchase(customerId, key)).toEqual({ invoiceId: purchase.invoiceId });
        expect(paid?.number).not.toBe('');
        expect((await gateway().reversals(purchase.invoiceId)).paid).toBe(10_000);
        expect(await gateway().voidUnpaid(purchase.invoiceId)).toBe('paid');
      });

      test('that is declined stays open until it is void, and cannot be paid then', async () => {
        const { customerId } = await newCustomer();
        const { invoiceId, payment } = await open(customerId);
        await subject.pay(payment?.clientSecret ?? '', 'declined');
        expect(await gateway().invoice(invoiceId)).toMatchObject({ status: 'open' });
        expect(await gateway().voidUnpaid(invoiceId)).toBe('void');
        expect(await gateway().voidUnpaid(invoiceId)).toBe('void');
        expect(await gateway().invoice(invoiceId)).toMatchObject({ status: 'void', reason: 'credits' });
        expect(await gateway().intent(payment?.intentId ?? '')).toMatchObject({ status: 'canceled' });
      });

      test('is paid at once where the customer’s balance covers it', async () => {
        const { customerId } = await newCustomer();
        await subject.dashboard.giveCredit(customerId, 12_000);
        const { invoiceId, payment } = await open(customerId);
        expect(payment).toBeUndefined();
        expect(await gateway().invoice(invoiceId)).toMatchObject({
          status: 'paid',
          total: 10_000,
          planTotal: 10_000,
          amountDue: 0,
        });
        expect(await subject.balance(customerId)).toBe(-2_000);
      });

      test('charges what the customer’s balance leaves', async () => {
        const { customerId } = await paidSubscription();
        await subject.dashboard.giveCredit(customerId, 4_000);
        const { invoiceId } = await open(customerId);
        const left = { total: 10_000, planTotal: 10_000, amountDue: 6_000 };
        expect(await gateway().invoice(invoiceId)).toMatchObject({ status: 'open', ...left });
        const [card] = await gateway().cards(customerId);
        await gateway().payInvoice(invoiceId, card?.id ?? '', newId());
        expect(await gateway().invoice(invoiceId)).toMatchObject({ status: 'paid', ...left });
      });
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

    test('a payment with the same key is made once, and returns its first result', async () => {
      const { customerId, subscriptionId } = await paidSubscription();
      await gateway().cancelNow(subscriptionId);
      const card = (await gateway().defaultCard(customerId, undefined))?.id ?? '';
      const request = { customerId, plan: 'scale' as const, key: `checkout:${newId()}:2` };
      const { intentId } = await gateway().startSubscription(request);
      const key = `pay:${newId()}`;
      for (const _attempt of [1, 2])
        expect(await gateway().payIntent(intentId, card, key)).toEqual({ kind: 'paid' });
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

    test('the next charge is the price less customer balance, and there is none once the plan ends', async () => {
      const { customerId, subscriptionId } = await paidSubscription();
      expect(await gateway().nextCharge(subscriptionId)).toEqual({ due: 20_000, tax: 0 });
      await subject.dashboard.giveCredit(customerId, 5_000);
      expect(await gateway().nextCharge(subscriptionId)).toEqual({ due: 15_000, tax: 0 });
      await gateway().setCancelAtPeriodEnd(subscriptionId, true);
      expect(await gateway().nextCharge(subscriptionId)).toBeUndefined();
      await gateway().cancelNow(subscriptionId);
      expect(await gateway().nextCharge(subscriptionId)).toBeUndefined();
      expect(await gateway().nextCharge('sub_nothing')).toBeUndefined();
    });

    refundRules(context);

    test('a card is saved without a payment and can be made the default', async () => {
      const { customerId, subscriptionId } = await paidSubscription();
      await subject.pay(await gateway().startCardSetup(customerId), 'authenticates');
      const added = (await gateway().cards(customerId)).find(({ last4 }) => last4 === '3184');
      expect((await gateway().defaultCard(customerId, subscriptionId))?.last4).toBe('4242');
      const key = `card:${newId()}`;
      await gateway().setDefaultCard(customerId, subscriptionId, added?.id ?? '', key);
      expect((await gateway().defaultCard(customerId, subscriptionId))?.last4).toBe('3184');
      const first = (await gateway().cards(customerId)).find(({ last4 }) => last4 === '4242');
      await gateway().setDefaultCard(customerId, subscriptionId, first?.id ?? '');
      // The same key does not undo a later choice.
      await gateway().setDefaultCard(customerId, subscriptionId, added?.id ?? '', key);
      expect((await gateway().defaultCard(customerId, subscriptionId))?.last4).toBe('4242');
    });

    test('the same card saved twice has one fingerprint, and a removed card is no default any more', async () => {
      const { customerId, subscriptionId } = await paidSubscription();
      await subject.pay(await gateway().startCardSetup(customerId), 'pays');
      const [added, first, ...more] = await gateway().cards(customerId);
      expect([added?.fingerprint, more]).toEqual([first?.fingerprint, []]);
      expect(added?.fingerprint).toEqual(expect.any(String));
      await gateway().detachCard(first?.id ?? '');
      await gateway().detachCard(first?.id ?? '');
      expect(await gateway().cards(customerId)).toEqual([added]);
      expect(await gateway().defaultCard(customerId, subscriptionId)).toEqual(added);
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
