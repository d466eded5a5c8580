import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { createPurchases, type Purchase } from '#server/features/billing/testing/test-purchases.ts';

let system: BillingHarness;
let purchases: ReturnType<typeof createPurchases>;
beforeAll(async () => {
  system = await startBilling();
  system.local.webhook = system.billing.stripeWebhook;
  purchases = createPurchases(system);
});
afterAll(() => system.stop());

/** A window that has read the current checkout and pauses until `resume` is called. */
async function staleWindow(user: TestUser) {
  let resume = (): void => undefined;
  const resumed = new Promise<void>((resolve) => (resume = resolve));
  const polled = vi.fn();
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      openPayment: async (id) => {
        polled();
        await resumed;
        return real.openPayment(id);
      },
    }),
  });
  const stale = user.apiOf(billing).createPaymentIntent({ productId: 'dominate' });
  stale.catch(() => undefined);
  await vi.waitFor(() => {
    expect(polled).toHaveBeenCalled();
  });
  return { stale, resume };
}

/** The events that settle a decided invoice again. */
const TRIGGERS: [name: string, settleAgain: (user: TestUser, purchase: Purchase) => Promise<unknown>][] = [
  [
    'its payment is submitted again',
    (user, { paymentIntentId }) =>
      user.api.createSubscriptionAfterPayment({ paymentIntentId, planId: 'launch' }),
  ],
  [
    "the bank's return page is opened again, at another process",
    async (user, { paymentIntentId }) => {
      const { billing } = await system.otherProcess();
      return user.apiOf(billing, 'return').createSubscriptionAfterPayment({ paymentIntentId });
    },
  ],
  [
    'a late event about it arrives',
    (_user, { invoiceId }) => purchases.deliverInvoiceEvent('invoice.finalized', invoiceId),
  ],
  [
    'invoice.paid is delivered again',
    (_user, { invoiceId }) => purchases.deliverInvoiceEvent('invoice.paid', invoiceId),
  ],
];

describe('a granted invoice keeps its decision', () => {
  test.each(TRIGGERS)('when its plan has ended, another was bought and %s', async (_name, settleAgain) => {
    const user = system.addUser();
    const first = await purchases.buy(user, 'launch');
    await purchases.end(first);
    const second = await purchases.buy(user, 'scale');
    await settleAgain(user, first);
    expect(await system.local.refunded(first.paymentIntentId)).toBe(0);
    expect(await user.balance()).toBe(80_000);
    expect(await user.api.subscription({})).toMatchObject({ subscriptionId: second.subscriptionId });
    const { transactions } = await user.api.transactions({});
    expect(transactions.map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(await user.differences()).toEqual([]);
  });

  test('when its payment is finished again with the same response', async () => {
    const user = system.addUser();
    const first = await purchases.buy(user, 'launch');
    await purchases.end(first);
    await purchases.buy(user, 'scale');
    const { paymentIntentId, subscriptionId } = first;
    const result = { success: true, subscriptionId, planId: 'launch' };
    expect(await user.api.createSubscriptionAfterPayment({ paymentIntentId })).toMatchObject(result);
  });

  test('when a window resumes a checkout that another window has finished and replaced', async () => {
    const user = system.addUser();
    const first = await purchases.buy(user, 'launch');
    await purchases.end(first);
    const { stale, resume } = await staleWindow(user);
    const second = await purchases.buy(user, 'scale');
    resume();
    await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await system.local.refunded(first.paymentIntentId)).toBe(0);
    expect(await user.balance()).toBe(80_000);
    expect(await user.api.subscription({})).toMatchObject({ subscriptionId: second.subscriptionId });
    expect(await user.differences()).toEqual([]);
  });

  test('and does not make its ended subscription live again', async () => {
    const user = system.addUser();
    const first = await purchases.buy(user, 'launch');
    await purchases.end(first);
    await purchases.deliverInvoiceEvent('invoice.finalized', first.invoiceId);
    expect((await purchases.buy(user, 'scale')).subscriptionId).not.toBe(first.subscriptionId);
    expect(await user.balance()).toBe(80_000);
  });
});

describe('a refunded invoice is never granted', () => {
  async function refundedThenAlone(user: TestUser): Promise<Purchase> {
    const live = await purchases.buy(user, 'launch');
    const second = await purchases.openSalesPlan(user, 'dominate');
    await purchases.deliverInvoiceEvent('invoice.paid', second.invoiceId);
    expect(await system.local.refunded(second.paymentIntentId)).toBe(100_000);
    await purchases.end(live);
    return second;
  }

  test.each(TRIGGERS)('when the plan before it has ended and %s', async (_name, settleAgain) => {
    const user = system.addUser();
    const refunded = await refundedThenAlone(user);
    await settleAgain(user, refunded).catch(() => undefined);
    expect(await user.grants()).toHaveLength(1);
    expect(await user.balance()).toBe(20_000);
    expect(await system.local.refunded(refunded.paymentIntentId)).toBe(100_000);
    expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(false);
    expect(await user.differences()).toEqual([]);
  });

  test('and its payment is refused with the reason', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await refundedThenAlone(user);
    await expect(user.api.createSubscriptionAfterPayment({ paymentIntentId })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This payment was refunded because another subscription was active when it was made.',
    });
  });

  test('when the checkout that paid it is still the current one', async () => {
    const user = system.addUser();
    const checkout = await user.api.createPaymentIntent({ productId: 'dominate' });
    const live = await purchases.openSalesPlan(user, 'launch');
    await purchases.deliverInvoiceEvent('invoice.paid', live.invoiceId);
    await system.local.browser.confirm(checkout.clientSecret, PAYS);
    await purchases.deliverInvoiceEvent('invoice.paid', await purchases.invoiceOf(checkout.subscriptionId));
    expect(await system.local.refunded(checkout.paymentIntentId)).toBe(100_000);
    await purchases.end(live);
    const next = await user.api.createPaymentIntent({ productId: 'dominate' });
    expect(next.paymentIntentId).not.toBe(checkout.paymentIntentId);
    expect(await user.grants()).toEqual([`grant:invoice:${live.invoiceId}`]);
    expect(await user.differences()).toEqual([]);
  });
});

test('a first invoice is granted when the previous plan ended without an event', async () => {
  const user = system.addUser();
  const before = await purchases.buy(user, 'launch');
  const next = await purchases.openSalesPlan(user, 'scale');
  await system.local.gateway.cancelNow(before.subscriptionId);
  await purchases.deliverInvoiceEvent('invoice.paid', next.invoiceId);
  expect(await system.local.refunded(next.paymentIntentId)).toBe(0);
  expect(await user.balance()).toBe(80_000);
});

test('the end of a second subscription leaves the first one live, so a third is refunded too', async () => {
  const user = system.addUser();
  await purchases.buy(user, 'launch');
  const second = await purchases.openSalesPlan(user, 'dominate');
  await purchases.deliverInvoiceEvent('invoice.paid', second.invoiceId);
  await purchases.end(second);
  const third = await purchases.openSalesPlan(user, 'scale');
  await purchases.deliverInvoiceEvent('invoice.paid', third.invoiceId);
  expect(await system.local.refunded(third.paymentIntentId)).toBe(60_000);
  expect(await user.grants()).toHaveLength(1);
});

test('a second payment refunded by support is recorded as refunded', async () => {
  const user = system.addUser();
  await purchases.buy(user, 'launch');
  const { invoiceId, paymentIntentId, subscriptionId } = await purchases.openSalesPlan(user, 'scale');
  await system.local.gateway.refundInvoice(invoiceId, 'by hand');
  await purchases.deliverInvoiceEvent('invoice.paid', invoiceId);
  expect(await system.local.refunded(paymentIntentId)).toBe(60_000);
  expect((await user.api.transactions({})).transactions.map(({ status }) => status).sort()).toEqual([
    'paid',
    'refunded',
  ]);
  expect(await system.local.gateway.subscription(subscriptionId)).toMatchObject({ status: 'canceled' });
  expect(await user.grants()).toHaveLength(1);
});

test('a window whose checkout was replaced leaves the decision about its invoice to the webhook', async () => {
  const user = system.addUser();
  const first = await user.pay('launch', PAYS);
  const { stale, resume } = await staleWindow(user);
  // The provider marks the payment paid before the invoice.
  const { billing: early } = await system.otherProcess({
    gateway: (real) => ({
      invoice: async (id) => {
        const invoice = await real.invoice(id);
        return invoice && { ...invoice, status: 'open', paidAt: undefined };
      },
    }),
  });
  const { clientSecret, paymentIntentId } = await user
    .apiOf(early)
    .createPaymentIntent({ productId: 'scale' });
  await system.local.browser.confirm(clientSecret, PAYS);
  await user.api.createSubscriptionAfterPayment({ paymentIntentId });
  resume();
  await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await system.local.refunded(first.paymentIntentId)).toBe(0);
  await purchases.deliverInvoiceEvent('invoice.paid', await purchases.invoiceOf(first.subscriptionId));
  expect(await system.local.refunded(first.paymentIntentId)).toBe(20_000);
  expect(await user.balance()).toBe(60_000);
  expect(await user.differences()).toEqual([]);
});
