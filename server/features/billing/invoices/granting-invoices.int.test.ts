import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { NO_METRICS, type Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { ProviderInvoice } from '#server/providers/payments/port.ts';
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
  purchases = createPurchases(system);
});
afterAll(() => system.stop());

async function* noEvents(): AsyncIterable<never> {
  // The provider lists none.
}

/** A process that measures: returns how many invoices it finds undecided. */
async function withMetrics() {
  const reads: (() => Promise<{ value: number }[]>)[] = [];
  const metrics: Metrics = {
    ...NO_METRICS,
    read: (name, read) => {
      if (name === 'hark_invoices_undecided') reads.push(read);
    },
  };
  await system.otherProcess({ metrics });
  return { undecided: async () => (await reads[0]?.())?.[0]?.value };
}

async function paid(): Promise<{ user: TestUser; purchase: Purchase }> {
  const user = system.addUser();
  return { user, purchase: await purchases.openSalesPlan(user, 'launch') };
}

describe('a paid invoice grants nothing', () => {
  test.each<[string, Partial<ProviderInvoice>]>([
    ['that is a proration or was created manually', { reason: 'other' }],
    ['that is a proration without a plan', { reason: 'other', planTotal: 0, plan: undefined }],
    ['of a first period that a coupon made free', { reason: 'first', planTotal: 0 }],
    ['of a renewal that a coupon made free', { reason: 'renewal', planTotal: 0 }],
    ['of a credited renewal', { reason: 'renewal', planTotal: -1 }],
    ['of a trial', { reason: 'first', planTotal: 0, planPrice: 0 }],
  ])('%s and is not refunded', async (_name, change) => {
    const { user, purchase } = await paid();
    await purchases.settleAs(change, purchase);
    // The decision was stored then and does not change with a later state.
    await purchases.deliverInvoiceEvent('invoice.paid', purchase.invoiceId);
    const { paymentIntentId } = purchase;
    await expect(user.api.createSubscriptionAfterPayment({ paymentIntentId })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    });
    expect(await user.grants()).toEqual([]);
    expect(await system.local.refunded(paymentIntentId)).toBe(0);
    expect(await user.differences()).toEqual([]);
  });
});

describe('with GRANT_FREE_INVOICES', () => {
  const settings = { GRANT_FREE_INVOICES: '1' };
  const free = { total: 0, planTotal: 0 };

  test.each<[string, Partial<ProviderInvoice>]>([
    ['first period', { ...free, reason: 'first' }],
    ['renewal', { ...free, reason: 'renewal' }],
  ])('a %s that a coupon made free grants its credits once', async (_name, change) => {
    const { user, purchase } = await paid();
    await purchases.settleAs(change, purchase, settings);
    await purchases.settleAs(change, purchase, settings);
    expect(await user.grants()).toEqual([`grant:invoice:${purchase.invoiceId}`]);
    expect(await user.balance()).toBe(20_000);
    expect(await user.differences()).toEqual([]);
  });

  test.each<[string, Partial<ProviderInvoice>]>([
    ['trial', { ...free, planPrice: 0 }],
    ['proration', { ...free, reason: 'other' }],
    ['credited renewal', { ...free, planTotal: -1 }],
  ])('a %s still grants nothing', async (_name, change) => {
    const { user, purchase } = await paid();
    await purchases.settleAs(change, purchase, settings);
    expect(await user.grants()).toEqual([]);
  });

  test.each([
    [{}, 1],
    [settings, 2],
  ])('the renewal of a plan with a coupon of 100 % in the settings %o makes %i grants', async (given, n) => {
    const user = system.addUser();
    const { subscriptionId } = await user.subscribe('launch', PAYS);
    await system.local.dashboard.giveDiscount(subscriptionId, 100);
    expect(await user.api.nextPayment()).toEqual({ next: { amount: 0, tax: 0 } });
    await system.local.advance(user.email, 32);
    const { billing } = await system.otherProcess({ settings: given });
    await billing.sweep();
    expect(await user.grants()).toHaveLength(n);
    expect(await user.api.subscription({})).toMatchObject({ status: 'active' });
    await system.local.dashboard.giveDiscount(subscriptionId, 50);
    await system.local.advance(user.email, 31);
    await billing.sweep();
    expect(await user.grants()).toHaveLength(n + 1);
  });
});

describe('a paid invoice grants its credits', () => {
  test.each<[string, Partial<ProviderInvoice>]>([
    ['of a period paid from customer balance', { total: 0 }],
    ['of a renewal without a known first invoice', { reason: 'renewal' }],
  ])('%s', async (_name, change) => {
    const { user, purchase } = await paid();
    await purchases.settleAs(change, purchase);
    expect(await user.grants()).toEqual([`grant:invoice:${purchase.invoiceId}`]);
    expect(await user.balance()).toBe(20_000);
    expect(await user.differences()).toEqual([]);
  });

  test('once its product is in the catalogue, by a later event', async () => {
    const { user, purchase } = await paid();
    await purchases.settleAs({ plan: undefined }, purchase);
    expect(await user.grants()).toEqual([]);
    expect(await user.differences()).toEqual([]);
    await purchases.deliverInvoiceEvent('invoice.paid', purchase.invoiceId);
    expect(await user.grants()).toHaveLength(1);
  });

  test('once its product is in the catalogue, however late, and an operator is told until then', async () => {
    const { user, purchase } = await paid();
    const { undecided } = await withMetrics();
    await purchases.settleAs({ plan: undefined }, purchase);
    expect(await undecided()).toBe(1);
    // The provider lists its event no more.
    const { billing } = await system.otherProcess({ gateway: () => ({ eventsSince: noEvents }) });
    await billing.sweep();
    await billing.sweep();
    expect(await user.grants()).toEqual([`grant:invoice:${purchase.invoiceId}`]);
    expect(await undecided()).toBe(0);
  });

  test('of which a refund came while its product was not in the catalogue', async () => {
    const { user, purchase } = await paid();
    await purchases.settleAs({ plan: undefined }, purchase);
    await system.local.dashboard.refund(purchase.invoiceId, 5_000);
    const { billing } = await system.otherProcess({ gateway: () => ({ eventsSince: noEvents }) });
    await billing.sweep();
    expect(await user.balance()).toBe(15_000);
  });
});
