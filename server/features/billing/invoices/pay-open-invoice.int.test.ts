import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTHENTICATES, PAYS, SAVES_ONLY } from '#server/emulators/stripe/testing/browser.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { addPaidUser } from '#server/features/billing/testing/test-purchases.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

/** Adds a user whose renewal failed, as the card needs authentication. Returns the id of the unpaid invoice. */
async function overdueUser() {
  const user = system.addUser();
  await user.subscribe('launch', AUTHENTICATES);
  await system.local.advance(user.email, 32);
  await system.billing.sweep();
  const { status, unpaid_invoice_id } = await user.api.subscription({});
  expect(status).toBe('past_due');
  return { user, invoiceId: unpaid_invoice_id ?? expect.fail() };
}

async function expectRecovered(user: TestUser): Promise<void> {
  expect(await user.api.subscription({})).toMatchObject({ status: 'active', unpaid_invoice_id: null });
  expect(await system.billing.subscriptions.isPastDue(user.uid)).toBe(false);
  expect(await user.balance()).toBe(40_000);
  expect(await user.grants()).toHaveLength(2);
  expect(await user.differences()).toEqual([]);
}

test('a chosen card pays the overdue renewal, however often and at once it is asked to', async () => {
  const { user, invoiceId } = await overdueUser();
  expect(await system.billing.subscriptions.isPastDue(user.uid)).toBe(true);
  const paymentMethodId = await user.addCard(PAYS);
  const { billing: other } = await system.otherProcess();
  const pay = (api = user.api) => api.payOpenInvoice({ invoiceId, paymentMethodId });
  const results = await Promise.all([pay(), pay(), pay(user.apiOf(other))]);
  for (const result of results) expect(result).toMatchObject({ success: true, payment: 'paid' });
  expect(await pay()).toMatchObject({ success: true, payment: 'paid', payment_method: null });
  await system.billing.sweep();
  await expectRecovered(user);
});

test('a payment of another window between two questions to the provider is not refused', async () => {
  const { user, invoiceId } = await overdueUser();
  const paymentMethodId = await user.addCard(PAYS);
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      openPayment: async (subscriptionId) => {
        await user.api.payOpenInvoice({ invoiceId, paymentMethodId });
        return real.openPayment(subscriptionId);
      },
    }),
  });
  expect(await user.apiOf(billing).payOpenInvoice({ invoiceId })).toMatchObject({ payment: 'paid' });
  await expectRecovered(user);
});

test('a change of the card finds that another window has just paid', async () => {
  const { user, invoiceId } = await overdueUser();
  const paymentMethodId = await user.addCard(PAYS);
  const { billing: other } = await system.otherProcess({
    gateway: (real) => ({
      payInvoice: async (...attempt) => {
        await user.api.payOpenInvoice({ invoiceId, paymentMethodId });
        return real.payInvoice(...attempt);
      },
    }),
  });
  const changed = await user.apiOf(other).updatePaymentMethod({ paymentMethodId });
  expect(changed).toMatchObject({ payment: 'paid', error: null });
  await expectRecovered(user);
});

test('the default card is authenticated by its holder, and a lost webhook delays nothing', async () => {
  const { user, invoiceId } = await overdueUser();
  const asked = await user.api.payOpenInvoice({ invoiceId });
  expect(asked).toMatchObject({ success: false, payment: 'requires_action' });
  expect(asked.payment_method?.card.last4).toBe('3184');
  const clientSecret = asked.clientSecret ?? expect.fail();
  await system.local.browser.authenticate(clientSecret, true);
  await user.api.createSubscriptionAfterPayment({ paymentIntentId: clientSecret.split('_secret_')[0] ?? '' });
  await expectRecovered(user);
});

test('a decline is a result with its reason, and the invoice stays open', async () => {
  const { user, invoiceId } = await overdueUser();
  const paymentMethodId = await user.addCard(SAVES_ONLY);
  expect(await user.api.payOpenInvoice({ invoiceId, paymentMethodId })).toMatchObject({
    success: false,
    payment: 'declined',
    error: 'Your card was declined.',
    clientSecret: null,
  });
  const { billing } = await system.otherProcess({
    gateway: () => ({ payInvoice: () => Promise.reject(new ProviderRejected('The card is gone.')) }),
  });
  expect(await user.apiOf(billing).payOpenInvoice({ invoiceId, paymentMethodId })).toMatchObject({
    payment: 'declined',
    error: 'The card is gone.',
  });
  expect(await user.api.subscription({})).toMatchObject({ status: 'past_due', unpaid_invoice_id: invoiceId });
  expect(await user.balance()).toBe(20_000);
});

test('an invoice of others, a forged, paid, void or abandoned one is refused and nothing is charged', async () => {
  const { user, invoiceId } = await overdueUser();
  const { user: other, invoiceId: paidInvoice } = await addPaidUser(system);
  for (const id of [invoiceId, 'in_forged'])
    await expect(other.api.payOpenInvoice({ invoiceId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(system.addUser().api.payOpenInvoice({ invoiceId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(other.api.payOpenInvoice({ invoiceId: paidInvoice })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await expect(user.api.payOpenInvoice({ id: other.uid, invoiceId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(user.api.payOpenInvoice({ invoiceId: '../in_1' })).rejects.toThrow('This is no id');
  const foreignCard = (await other.api.paymentMethods({})).payment_methods[0]?.id ?? '';
  await expect(user.api.payOpenInvoice({ invoiceId, paymentMethodId: foreignCard })).rejects.toThrow();

  const checkout = system.addUser();
  const { subscriptionId } = await checkout.api.createPaymentIntent({ productId: 'launch' });
  const first = (await system.local.gateway.subscription(subscriptionId))?.latestInvoiceId ?? '';
  await expect(checkout.api.payOpenInvoice({ invoiceId: first })).rejects.toMatchObject({ code: 'CONFLICT' });

  await system.local.advance(user.email, 7);
  await expect(user.api.payOpenInvoice({ invoiceId })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await user.balance()).toBe(20_000);
  expect(await user.api.subscription({})).toMatchObject({ status: 'past_due' });
  await system.billing.sweep();
  expect(await user.api.subscription({})).toMatchObject({ status: 'canceled', unpaid_invoice_id: null });
  const { transactions } = await user.api.transactions({});
  expect(transactions.find(({ id }) => id === invoiceId)?.status).toBe('void');
});

test('the link to pay needs no session, and its payment recovers the plan', async () => {
  const { user, invoiceId } = await overdueUser();
  const { pageUrl = '' } = (await system.local.gateway.invoice(invoiceId)) ?? {};
  const body = new URLSearchParams({ number: PAYS, expiry: '12 / 31', cvc: '123' });
  expect(await (await fetch(`${pageUrl}/pay`, { method: 'POST', body })).text()).toContain(
    'Receipt from Hark',
  );
  await system.billing.sweep();
  await expectRecovered(user);
});

test('the call that pays recovers the plan at once, and so does one that finds the invoice paid', async () => {
  const { user, invoiceId } = await overdueUser();
  await user.api.payOpenInvoice({ invoiceId, paymentMethodId: await user.addCard(PAYS) });
  await expectRecovered(user);
  const { transactions } = await user.api.transactions({});
  const { timestamp = 0, invoice_date = 0 } = transactions.find(({ id }) => id === invoiceId) ?? {};
  expect(timestamp).toBeGreaterThan(invoice_date);

  const { user: other, invoiceId: paidElsewhere } = await overdueUser();
  await system.local.gateway.payInvoice(paidElsewhere, await other.addCard(PAYS), 'elsewhere');
  expect(await other.api.payOpenInvoice({ invoiceId: paidElsewhere })).toMatchObject({ payment: 'paid' });
  await expectRecovered(other);
});

test('an Idempotency-Key repeats the first response and is for one body', async () => {
  const { user, invoiceId } = await overdueUser();
  const keyed = user.apiOf(system.billing, 'k');
  const input = { invoiceId, paymentMethodId: await user.addCard(PAYS) };
  const paid = await keyed.payOpenInvoice(input);
  expect(paid).toMatchObject({ payment: 'paid', payment_method: { card: { last4: '4242' } } });
  expect(await keyed.payOpenInvoice(input)).toEqual(paid);
  await expect(keyed.payOpenInvoice({ invoiceId })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
});
