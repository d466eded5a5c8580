import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountKeyOf } from '#server/emulators/stripe/account.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { failingOnce } from './testing/failing-once.ts';
import { startBilling, type BillingHarness, type TestUser } from './testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

async function subscriber(): Promise<TestUser & { customerId: string }> {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const { customerId } = await system.billing.subscriptions.accountOf(user.uid);
  return { ...user, customerId: customerId ?? expect.fail() };
}

async function nameAtStripe(customerId: string): Promise<string | undefined> {
  const account = await system.local.stripe.models[0].findById(accountKeyOf(customerId)).lean();
  return account?.state.customer.name;
}

test('a changed name reaches the customer, and is sent once', async () => {
  const user = await subscriber();
  const names: string[] = [];
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      updateCustomer: (id, details) => {
        names.push(details.name);
        return real.updateCustomer(id, details);
      },
    }),
  });
  await user.rename('Ana B.', billing);
  await billing.sendDetails();
  expect(await nameAtStripe(user.customerId)).toBe('Ana B.');
  await billing.sendDetails();
  expect(names).toEqual(['Ana B.']);
});

test('a change while the provider is unavailable is sent by the sweep', async () => {
  const user = await subscriber();
  const clock = createTestClock();
  const { billing } = await system.otherProcess({
    clock,
    gateway: (real) => ({ updateCustomer: failingOnce(real.updateCustomer, 'before') }),
  });
  await user.rename('Ana C.', billing);
  await expect(billing.sendDetails()).rejects.toThrow();
  expect(await nameAtStripe(user.customerId)).toBe('Ana Ortiz');
  clock.advance(60_000);
  await billing.sendDetails();
  expect(await nameAtStripe(user.customerId)).toBe('Ana C.');
});

test('a change whose process died after the write is sent by the sweep', async () => {
  const user = await subscriber();
  const { billing, disconnect } = await system.otherProcess();
  await user.rename('Ana D.', billing, disconnect).catch(() => undefined);
  const later = await system.otherProcess({ clock: createTestClock(new Date(Date.now() + 60_000)) });
  await later.billing.sendDetails();
  expect(await nameAtStripe(user.customerId)).toBe('Ana D.');
});

test('of two changes the later one stays, even if its call arrives first', async () => {
  const user = await subscriber();
  const [began, held] = [deferred(), deferred()];
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      updateCustomer: async (id, details) => {
        if (details.name === 'First') {
          began.resolve();
          await held.promise;
        }
        return real.updateCustomer(id, details);
      },
    }),
  });
  await user.rename('First');
  const first = billing.sendDetails();
  await began.promise;
  await user.rename('Second');
  await system.billing.sendDetails();
  expect(await nameAtStripe(user.customerId)).toBe('Second');
  held.resolve();
  await first;
  expect(await nameAtStripe(user.customerId)).toBe('First');
  await billing.sendDetails();
  expect(await nameAtStripe(user.customerId)).toBe('Second');
});

test('a user without a customer can change the name, and the customer gets it', async () => {
  const user = system.addUser();
  await user.rename('Ana E.');
  await user.subscribe('launch', PAYS);
  const { customerId } = await system.billing.subscriptions.accountOf(user.uid);
  expect(await nameAtStripe(customerId ?? '')).toBe('Ana E.');
});
