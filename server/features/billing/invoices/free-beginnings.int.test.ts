import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { AlreadyPaid, type ProviderInvoice } from '#server/providers/payments/port.ts';
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

/** What the provider says of a first invoice that nothing was paid for. */
const FREE: [string, Partial<ProviderInvoice>][] = [
  ['a trial', { planTotal: 0, planPrice: 0, total: 0 }],
  ['a first period that a coupon made free', { planTotal: 0, total: 0 }],
];

/** Opens a plan as sales does, and settles its first invoice as one that is free. */
async function begin(user: TestUser, free: Partial<ProviderInvoice>, plan: 'launch' | 'scale' = 'launch') {
  const purchase = await purchases.openSalesPlan(user, plan);
  await purchases.settleAs(free, purchase);
  return purchase;
}

const stateOf = async ({ subscriptionId }: Purchase) => system.local.gateway.subscription(subscriptionId);

describe.each(FREE)('a plan that begins with %s', (_name, free) => {
  test('is the plan of the user: it can be cancelled, and no second one is sold', async () => {
    const user = system.addUser();
    const purchase = await begin(user, free);
    expect(await user.grants()).toEqual([]);
    await expect(user.api.createPaymentIntent({ productId: 'scale' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You already have a subscription.',
    });
    expect(await user.api.nextPayment()).toMatchObject({ next: { amount: 200 } });
    await user.api.cancelPlan();
    expect(await stateOf(purchase)).toMatchObject({ cancelAtPeriodEnd: true });
  });

  test('grants its first paid period', async () => {
    const user = system.addUser();
    await begin(user, free);
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    expect(await user.grants()).toHaveLength(1);
    expect(await user.differences()).toEqual([]);
  });

  test('beside another leaves both, as only a person can have opened it, and follows it', async () => {
    const user = system.addUser();
    const { subscriptionId } = await user.subscribe('launch', PAYS);
    const second = await begin(user, free, 'scale');
    expect(await stateOf(second)).toMatchObject({ status: 'active' });
    await purchases.end({ subscriptionId });
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    await user.api.cancelPlan();
    expect(await stateOf(second)).toMatchObject({ cancelAtPeriodEnd: true });
  });

  test('that has ended before its event came leaves the user free for another', async () => {
    const user = system.addUser();
    const purchase = await purchases.openSalesPlan(user, 'launch');
    await purchases.end(purchase);
    await purchases.settleAs(free, purchase);
    const { subscriptionId } = await user.subscribe('scale', PAYS);
    expect(await system.local.gateway.subscription(subscriptionId)).toMatchObject({ status: 'active' });
  });
});

test('a free period that grants does so also where its plan has ended before its event came', async () => {
  const user = system.addUser();
  const purchase = await purchases.openSalesPlan(user, 'launch');
  await purchases.end(purchase);
  await purchases.settleAs({ planTotal: 0, total: 0 }, purchase, { GRANT_FREE_INVOICES: '1' });
  expect(await user.grants()).toHaveLength(1);
});

test('a checkout of a customer whose coupon makes it free opens one subscription', async () => {
  const user = system.addUser();
  let opened = 0;
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      // Stripe makes it active at once: nothing is to be paid.
      startSubscription: async (request) => {
        opened += 1;
        const { subscriptionId, invoiceId, clientSecret } = await real.startSubscription(request);
        await system.local.browser.confirm(clientSecret, PAYS);
        throw new AlreadyPaid({ subscriptionId, invoiceId });
      },
      invoice: async (id) => {
        const invoice = await real.invoice(id);
        return invoice && { ...invoice, planTotal: 0, total: 0 };
      },
    }),
  });
  await expect(user.apiOf(billing).createPaymentIntent({ productId: 'launch' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'You already have a subscription.',
  });
  expect(opened).toBe(1);
  expect(await system.subscriptionsAtProvider(user)).toBe(1);
});
