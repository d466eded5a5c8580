import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { AUTHENTICATES, PAYS } from '#server/emulators/stripe/testing/browser.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

async function subscriber(card = PAYS): Promise<TestUser> {
  const user = system.addUser();
  await user.subscribe('launch', card);
  return user;
}

/** The statuses of the stored purchases of a user. */
async function purchasesOf(user: TestUser): Promise<string[]> {
  const stored = JSON.parse(await system.stored(user.uid)) as { reason?: string; status: string }[][];
  const bought = stored.flat().filter(({ reason }) => reason === 'credits');
  return bought.map(({ status }) => status).sort();
}

test('a payment that succeeds while it is taken for declined is paid', async () => {
  const user = await subscriber();
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      voidUnpaid: async (invoiceId) => {
        const [card] = (await user.api.paymentMethods({})).payment_methods;
        await real.payInvoice(invoiceId, card?.id ?? '');
        return real.voidUnpaid(invoiceId);
      },
      payInvoice: () => Promise.resolve({ kind: 'declined', message: 'Declined', code: 'card_declined' }),
    }),
  });
  const bought = await user.apiOf(billing).buyCredits({ credits: 5_000 });
  expect(bought).toMatchObject({ success: true, payment: 'paid', balance: 25_000 });
  expect(await purchasesOf(user)).toEqual(['paid']);
});

test('an abandoned purchase is void at the next one, also days later', async () => {
  const user = await subscriber(AUTHENTICATES);
  await user.api.buyCredits({ credits: 5_000 });
  const { billing } = await system.otherProcess({ clock: { now: () => new Date(Date.now() + 2 * DAY_MS) } });
  await user.apiOf(billing).buyCredits({ credits: 5_000 });
  expect(await purchasesOf(user)).toEqual(['open', 'void']);
});

test('an abandoned purchase that cannot be voided does not stop the next one', async () => {
  const user = await subscriber(AUTHENTICATES);
  expect(await user.api.buyCredits({ credits: 5_000 })).toMatchObject({ payment: 'requires_action' });
  const { billing } = await system.otherProcess({
    clock: { now: () => new Date(Date.now() + 2 * HOUR_MS) },
    gateway: () => ({ voidUnpaid: () => Promise.reject(new Error('refused')) }),
  });
  expect(await user.apiOf(billing).buyCredits({ credits: 5_000 })).toMatchObject({
    payment: 'requires_action',
  });
});
