import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountKeyOf } from '#server/emulators/stripe/account.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import { startBilling, type BillingHarness, type TestUser } from './testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

async function customerOf({ uid }: TestUser): Promise<string> {
  return (await system.billing.subscriptions.accountOf(uid)).customerId ?? expect.fail('no customer');
}

/** The ways in which a customer can be missing at the provider. */
const WAYS = {
  deleted: (customerId: string) => system.local.dashboard.deleteCustomer(customerId),
  /** As with the keys of another account: neither it nor its subscription exists. */
  unknown: (customerId: string) =>
    system.local.stripe.models[0].deleteOne({ _id: accountKeyOf(customerId) }).exec(),
};
type Way = keyof typeof WAYS;
const EACH = Object.keys(WAYS) as Way[];

/** A user whose customer the provider no longer has. */
async function withoutCustomer(way: Way, prepare: (user: TestUser) => Promise<unknown>) {
  const user = system.addUser();
  await prepare(user);
  const gone = await customerOf(user);
  await WAYS[way](gone);
  return { user, gone };
}
const openedOnce = (user: TestUser) => user.api.createPaymentIntent({ productId: 'launch' });

/** Counts the customers that the provider has of a user. */
function customersOf({ email }: TestUser): Promise<number> {
  return system.local.stripe.models[0].countDocuments({ email, 'state.customer.deleted': { $ne: true } });
}

describe.each(EACH)('a customer that is %s at the provider', (way) => {
  test('has no cards', async () => {
    const { user } = await withoutCustomer(way, openedOnce);
    expect(await user.api.paymentMethods({})).toEqual({ payment_methods: [] });
    expect(await user.api.defaultPaymentMethod({})).toEqual({ payment_method: null });
  });

  test('is made anew once, and pays', async () => {
    const { user, gone } = await withoutCustomer(way, openedOnce);
    const { customerId } = await openedOnce(user);
    expect(customerId).not.toBe(gone);
    expect((await openedOnce(user)).customerId).toBe(customerId);
    await user.subscribe('launch', PAYS);
    expect(await user.balance()).toBe(20_000);
    expect(await customersOf(user)).toBe(1);
  });

  test('is made anew for a card without a payment', async () => {
    const { user } = await withoutCustomer(way, openedOnce);
    const { clientSecret } = await user.api.beginCardSetup();
    await system.local.browser.confirm(clientSecret, PAYS);
    expect((await user.api.paymentMethods({})).payment_methods).toHaveLength(1);
    expect(await customersOf(user)).toBe(1);
  });

  test('has one successor if two processes ask at once', async () => {
    const { user } = await withoutCustomer(way, openedOnce);
    const { billing } = await system.otherProcess();
    const all = [user.api, user.apiOf(billing)].map((api) =>
      api.createPaymentIntent({ productId: 'launch' }),
    );
    const [one, other] = await Promise.all(all);
    expect(one?.customerId).toBe(other?.customerId);
    expect(await customersOf(user)).toBe(1);
  });

  test('has one successor if the process dies before it is stored', async () => {
    const { user } = await withoutCustomer(way, openedOnce);
    const { billing } = await system.otherProcess({
      gateway: (real) => ({
        ensureCustomer: async (payer, gone) => {
          await real.ensureCustomer(payer, gone);
          throw new ProviderUnavailable('the process died');
        },
      }),
    });
    await expect(user.apiOf(billing).createPaymentIntent({ productId: 'launch' })).rejects.toThrow();
    await openedOnce(user);
    expect(await customersOf(user)).toBe(1);
  });

  test('has a successor with the business details', async () => {
    const { user } = await withoutCustomer(way, openedOnce);
    const [company, line1, city] = ['Ortiz LLC', '1 Main St', 'Reno'];
    const address = { line1, line2: '', city, state: 'NV', postal_code: '89501', country: 'US' };
    await user.api.updateBusinessDetails({
      company,
      ...address,
      tax_id_type: 'us_ein',
      tax_id: '12-3456789',
    });
    const { customerId } = await openedOnce(user);
    const stored = await system.local.stripe.models[0].findById(accountKeyOf(customerId)).lean();
    expect(stored?.state.customer).toMatchObject({ name: company, address: { line1, city } });
    expect(await system.local.taxIds(customerId)).toEqual([{ type: 'us_ein', value: '12-3456789' }]);
  });

  test('no longer has its plan, and can buy one', async () => {
    const { user } = await withoutCustomer(way, (subscriber) => subscriber.subscribe('launch', PAYS));
    await expect(user.api.cancelPlan()).rejects.toMatchObject({ code: 'CONFLICT' });
    await user.subscribe('scale', PAYS);
    expect(await user.api.subscription({})).toMatchObject({ status: 'active', planId: 'scale' });
    expect(await user.balance()).toBe(80_000);
    expect(await user.grants()).toHaveLength(2);
    expect(await user.differences()).toEqual([]);
  });
});

test('the refund of a payment that a former customer made still removes its credits', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const [invoice] = (await user.api.subscriptionTransactions({})).transactions;
  await WAYS.deleted(await customerOf(user));
  await openedOnce(user);
  await system.local.dashboard.refund(invoice?.id ?? expect.fail('no invoice'));
  await system.billing.sweep();
  expect(await user.balance()).toBe(0);
});

test('a stored plan that the provider does not have is none, whatever else is stored', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const key = accountKeyOf(await customerOf(user));
  await system.local.stripe.models[0].updateOne({ _id: key }, { $set: { 'state.subscriptions': [] } });
  expect((await openedOnce(user)).customerId).toBe(await customerOf(user));
  expect(await user.api.subscription({})).toMatchObject({ subscriptionId: null });
  expect(await customersOf(user)).toBe(1);
});
