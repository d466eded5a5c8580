import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { DISPUTED, PAYS, SAVES_ONLY } from '#server/emulators/stripe/testing/browser.ts';
import { createAutomaticPurchases, LATER } from '#server/features/billing/testing/automatic-purchases.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';

let system: BillingHarness;
let automatic: ReturnType<typeof createAutomaticPurchases>;
beforeAll(async () => {
  system = await startBilling();
  automatic = createAutomaticPurchases(system);
});
afterAll(() => system.stop());

/** The invoices of a user at the payment provider. */
async function invoicesOf(user: TestUser, reason: string): Promise<string[]> {
  const stored = JSON.parse(await system.stored(user.uid)) as { _id: string; reason?: string }[][];
  return stored.flat().flatMap((one) => (one.reason === reason ? [one._id] : []));
}

test('a refund turns it off, so that what was returned is not bought again', async () => {
  const user = await automatic.lowBuyer();
  await automatic.runTwice();
  await automatic.expectBought(user, 1);
  const [bought = ''] = await invoicesOf(user, 'credits');
  await system.local.dashboard.refund(bought);
  await system.billing.sweep();
  await automatic.runTwice();
  await automatic.runTwice(LATER);
  expect(await user.grants()).toHaveLength(2);
  expect(await user.api.autoPurchase()).toMatchObject({ on: false, stopped: 'refunded' });
});

test('it cannot be turned on while credits are owed after a refund', async () => {
  const user = await automatic.buyer();
  await user.spend(20_000);
  const { settings } = await user.api.autoPurchase();
  await user.api.turnOffAutoPurchase();
  const [plan = ''] = await invoicesOf(user, 'first');
  await system.local.dashboard.refund(plan);
  await system.billing.sweep();
  await expect(user.api.turnOnAutoPurchase(settings ?? expect.fail())).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(
      /^[\d,]+ credits are owed after a refund\. Buy credits first\.$/,
    ) as unknown,
  });
  await automatic.runTwice();
  expect(await automatic.purchasesOf(user)).toEqual([]);
});

test('a dispute stops it although its process dies between the credits and the record', async () => {
  const user = await automatic.buyer();
  const disputed = await user.addCard(DISPUTED);
  await user.api.buyCredits({ credits: 5_000, paymentMethodId: disputed });
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      reversals: async (id) => {
        const isTaken = (await user.events()).some(({ type }) => type === 'refund');
        if (isTaken) throw new ProviderUnavailable('down');
        return real.reversals(id);
      },
    }),
  });
  await user.spend(6_000);
  await billing.sweep().catch(() => undefined);
  await automatic.runTwice();
  expect((await user.api.autoPurchase()).bought).toBe(0);
});

test.each([
  ['before its invoice is made, until another process has looked', 'before', true],
  ['after its invoice is made', 'after', false],
] as const)('what is turned off is not charged by a process suspended %s', async (_, when, isSeen) => {
  const user = await automatic.lowBuyer();
  const stalled = interruptAt(1, when);
  const { billing } = await system.otherProcess({
    gateway: (real) => stalled.around(real, ['openPurchase']),
  });
  const late = billing.buyAutomatically();
  await stalled.reached;
  await user.api.turnOffAutoPurchase();
  if (isSeen) await automatic.runTwice(LATER);
  stalled.resume();
  await late;
  await automatic.runTwice(LATER);
  expect(await user.grants()).toHaveLength(1);
  expect(await automatic.purchasesOf(user)).not.toContain('open');
});

test('settings that change while an order is made are kept, and the limit of the month too', async () => {
  const user = await automatic.lowBuyer(PAYS, { max_per_month: 1 });
  const stalled = interruptAt(1, 'before');
  const { billing } = await system.otherProcess({
    gateway: (real) => stalled.around(real, ['openPurchase']),
  });
  const late = billing.buyAutomatically();
  await stalled.reached;
  const { settings } = await user.api.autoPurchase();
  await user.api.turnOnAutoPurchase({ ...(settings ?? expect.fail()), threshold: 14_500 });
  await automatic.runTwice(LATER);
  await automatic.runTwice(LATER);
  stalled.resume();
  await late;
  await automatic.runTwice(LATER);
  await automatic.expectBought(user, 1);
});

test('an order that is forgotten after it was paid is found by its key, and its card not charged again', async () => {
  const user = await automatic.buyer(PAYS, { max_per_month: 1 });
  const stored = system.autoPurchases;
  const before = (await stored.findOne({ _id: user.uid })) ?? expect.fail();
  await user.spend(6_000);
  await automatic.runTwice();
  await automatic.expectBought(user, 1);
  await stored.replaceOne({ _id: user.uid }, before);
  await user.spend(5_000);
  await automatic.runTwice();
  await system.billing.sweep();
  expect(await automatic.purchasesOf(user)).toEqual(['paid']);
});

test('an order whose card is removed after an attempt leaves no invoice to be paid', async () => {
  const user = await automatic.lowBuyer(SAVES_ONLY);
  const { billing } = await system.otherProcess({
    gateway: (real) => ({ payInvoice: failingOnce(real.payInvoice, 'before') }),
  });
  await billing.buyAutomatically();
  const { settings } = await user.api.autoPurchase();
  await user.api.removePaymentMethod({ paymentMethodId: settings?.paymentMethodId ?? '' });
  await automatic.runTwice(LATER);
  await system.billing.sweep();
  expect(await automatic.purchasesOf(user)).not.toContain('open');
});

test('a payment that is under way when its order is refused is counted once it succeeds', async () => {
  const user = await automatic.lowBuyer();
  let charge: (() => Promise<unknown>) | undefined;
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      payInvoice: (...given) => {
        charge = () => real.payInvoice(...given);
        return Promise.reject(new ProviderUnavailable('the same request is under way'));
      },
    }),
  });
  await billing.buyAutomatically();
  await charge?.();
  await automatic.runTwice(LATER);
  await automatic.expectBought(user, 1);
});

test('an outage of the provider takes none of the purchases of the day', async () => {
  const user = await automatic.lowBuyer();
  let now = Date.now();
  const { billing } = await system.otherProcess({
    clock: { now: () => new Date(now) },
    gateway: () => ({ openPurchase: () => Promise.reject(new ProviderUnavailable('down')) }),
  });
  for (let tries = 0; tries < 22; tries += 1) {
    await billing.buyAutomatically();
    now += HOUR_MS / 10;
  }
  const { settings } = await user.api.autoPurchase();
  const paymentMethodId = settings?.paymentMethodId ?? '';
  await expect(user.api.buyCredits({ credits: 5_000, paymentMethodId })).resolves.toMatchObject({
    success: true,
  });
});

test('a pack that is no longer sold is not bought', async () => {
  const user = await automatic.buyer();
  const stored = system.autoPurchases;
  await stored.updateOne({ _id: user.uid }, { $set: { credits: 7_000 } });
  await user.spend(6_000);
  await automatic.runTwice();
  expect(await user.grants()).toHaveLength(1);
  expect(await user.api.autoPurchase()).toMatchObject({ on: false, stopped: 'pack_ended' });
});

test('no mail says that it is off once it is on again', async () => {
  const user = await automatic.lowBuyer(SAVES_ONLY);
  await automatic.runTwice();
  const { settings } = await user.api.autoPurchase();
  const good = (await user.api.paymentMethods({})).payment_methods.find(
    ({ id }) => id !== settings?.paymentMethodId,
  );
  await user.api.turnOnAutoPurchase({ ...(settings ?? expect.fail()), paymentMethodId: good?.id ?? '' });
  await automatic.runTwice();
  expect(await automatic.mailsTo(user)).toEqual(['We added 5,000 credits']);
});
