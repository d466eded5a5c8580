import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { addPaidUser } from '#server/features/billing/testing/test-purchases.ts';
import { expiresSoon } from './card-expiry.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

/** A user whose card, the only one, expires in the month `months` after this one. */
async function addUserWithCard(months: number) {
  const { user } = await addPaidUser(system);
  const now = new Date();
  const expiry = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
  return { user, expiry: { expMonth: expiry.getUTCMonth() + 1, expYear: expiry.getUTCFullYear() } };
}

/** Billing whose provider reports these fields for all cards, at a time from now. */
async function billingAt(ms: number, fields: Partial<SavedCard>) {
  const clock = createTestClock(new Date(Date.now() + ms));
  const { billing } = await system.otherProcess({
    clock,
    gateway: (real) => ({
      cards: async (customerId) => (await real.cards(customerId)).map((card) => ({ ...card, ...fields })),
    }),
  });
  return billing;
}

const remindersTo = (user: TestUser) =>
  system.mails.filter(({ to, subject }) => to === user.email && subject.includes('expires'));

test('a card is expiring in its last month and the one before', () => {
  const december = { expMonth: 12, expYear: 2026 };
  const on = (day: string) => expiresSoon(december, new Date(day));
  expect(on('2026-10-31T23:59:59Z')).toBe(false);
  expect(on('2026-11-01T00:00:00Z')).toBe(true);
  expect(on('2026-12-31T23:59:59Z')).toBe(true);
  expect(on('2027-01-01T00:00:00Z')).toBe(false);
  expect(expiresSoon({ expMonth: 1, expYear: 2027 }, new Date('2026-12-15'))).toBe(true);
});

test('the card of a live plan is reminded of once a month, however often it is checked', async () => {
  const { user, expiry } = await addUserWithCard(0);
  const [first, again] = await Promise.all([billingAt(0, expiry), billingAt(0, expiry)]);
  await Promise.all([first.checkCards(), again.checkCards()]);
  await first.sendMails();
  // Two more checks, of which at most one is in the next month, when the card has expired.
  for (const days of [6, 12]) {
    const later = await billingAt(days * DAY_MS, expiry);
    await later.checkCards();
    await later.sendMails();
  }
  expect(remindersTo(user)).toHaveLength(1);
  const [mail] = remindersTo(user);
  expect(mail?.subject).toMatch(/^Your Visa ending in 4242 expires at the end of \w+ \d{4}$/);
  expect(mail?.text).toContain('pays for your Launch plan');
  expect(mail?.text).toContain('Update card:\nhttps://hark.example/billing');
});

test('a user who has turned the reminder off gets none, and still gets receipts', async () => {
  const { user, expiry } = await addUserWithCard(0);
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      cards: async (customerId) => (await real.cards(customerId)).map((card) => ({ ...card, ...expiry })),
    }),
    users: (real) => ({
      byUid: async (uid) => {
        const found = await real.byUid(uid);
        return found && { ...found, mutedMails: ['card_expiring'] };
      },
    }),
  });
  await billing.checkCards();
  await billing.sendMails();
  expect(remindersTo(user)).toEqual([]);
  expect(system.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual([
    'Your Launch plan has begun',
  ]);
  await (await billingAt(0, expiry)).sendMails();
  expect(remindersTo(user)).toEqual([]);
});

test('no mail about a cancelled plan, about a card that lasts, or about one that was replaced', async () => {
  const { user: cancelled, expiry } = await addUserWithCard(0);
  await cancelled.api.cancelPlan();
  const billing = await billingAt(0, expiry);
  await billing.checkCards();
  const { user: lasting } = await addUserWithCard(2);
  await system.billing.checkCards();
  const { user: replaced } = await addUserWithCard(0);
  await billing.checkCards();
  const { billing: withNewCard } = await system.otherProcess({
    gateway: (real) => ({
      cards: async (customerId) => (await real.cards(customerId)).map((card) => ({ ...card, id: 'pm_new' })),
    }),
  });
  await withNewCard.sendMails();
  for (const user of [cancelled, lasting, replaced]) expect(remindersTo(user)).toEqual([]);
});

test('a check that failed is repeated an hour later', async () => {
  const { user, expiry } = await addUserWithCard(0);
  const { billing: failing } = await system.otherProcess({
    gateway: () => ({ cards: () => Promise.reject(new ProviderUnavailable('no provider')) }),
  });
  await failing.checkCards();
  const billing = await billingAt(0, expiry);
  await billing.checkCards();
  await billing.sendMails();
  expect(remindersTo(user)).toEqual([]);
  const later = await billingAt(HOUR_MS + 60_000, expiry);
  await later.checkCards();
  await later.sendMails();
  expect(remindersTo(user)).toHaveLength(1);
});

test('the reminder comes again in the next month, but not because the card was saved again', async () => {
  const { user, expiry } = await addUserWithCard(2);
  const now = new Date();
  const monthFromNow = (months: number) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months) - now.getTime();
  for (const [ms, fields] of [
    [monthFromNow(1), expiry],
    [monthFromNow(1) + 6 * DAY_MS, { ...expiry, id: 'pm_again' }],
    [monthFromNow(2), { ...expiry, id: 'pm_again' }],
  ] as const) {
    const billing = await billingAt(ms, fields);
    await billing.checkCards();
    await billing.sendMails();
  }
  expect(remindersTo(user)).toHaveLength(2);
});
