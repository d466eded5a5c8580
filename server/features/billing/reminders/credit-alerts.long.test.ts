import { eraseFrom } from '#server/testing/system/erase-from.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
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

/** Ahead of the processes that queue mails. */
const clock = createTestClock(new Date(Date.now() + HOUR_MS));

/** Checks in two processes at once, sends what is due and returns the subjects of the reminders to a user. */
async function remindersTo(user: TestUser, options = { all: true }): Promise<string[]> {
  const { billing } = await system.otherProcess({ clock });
  const { billing: other } = await system.otherProcess({ clock });
  await Promise.all([billing.checkCredits(options), other.checkCredits(options)]);
  await Promise.all([billing.sendMails(), other.sendMails()]);
  const subjects = system.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
  return subjects.filter((subject) => subject.includes('left'));
}

const give = (user: TestUser, amount: number, key: string) =>
  user.execute({ type: 'adjust', key: `adjust:${user.uid}:${key}`, amount, reason: 'given' });

test('one mail each time the credits fall below the threshold, after they have risen to it', async () => {
  const { user } = await addPaidUser(system);
  expect(await user.api.creditAlert()).toEqual({ threshold: null });
  expect(await user.api.setCreditAlert({ threshold: 5_000 })).toEqual({ threshold: 5_000 });
  await user.spend(15_000);
  expect(await remindersTo(user)).toEqual([]);
  await user.spend(1);
  expect(await remindersTo(user)).toEqual(['You have 4,999 credits left']);
  await user.spend(4_000);
  expect(await remindersTo(user)).toHaveLength(1);
  await give(user, 4_001, '1');
  expect(await remindersTo(user)).toHaveLength(1);
  await user.spend(5_000);
  expect(await remindersTo(user)).toHaveLength(1);
  clock.advance(HOUR_MS);
  // The version of the last change is known a little later than the change.
  await vi.waitFor(async () => {
    const subjects = await remindersTo(user, { all: false });
    expect(subjects).toEqual(['You have 4,999 credits left', 'You have no credits left']);
  }, 10_000);
  const text = system.mails.find(
    ({ to, subject }) => to === user.email && subject.startsWith('You have 4'),
  )?.text;
  expect(text).toContain(
    'fallen below 5,000, the number you asked to be reminded at. You have 4,999 credits left.',
  );
  expect(text).toMatch(/New credits arrive with the renewal on \w+ \d+, \d{4} \(UTC\)/);
  expect(text).toContain('Buy credits:\nhttps://hark.example/billing');
});

test('credits that keep rising and falling around the threshold cause one mail an hour', async () => {
  const { user } = await addPaidUser(system);
  await user.api.setCreditAlert({ threshold: 5_000 });
  await user.spend(15_000);
  for (const round of ['1', '2', '3']) {
    await user.spend(10);
    expect(await remindersTo(user)).toHaveLength(1);
    await give(user, 10, round);
    expect(await remindersTo(user)).toHaveLength(1);
  }
  clock.advance(HOUR_MS);
  expect(await remindersTo(user)).toHaveLength(1);
});

test('a change whose process died before its version was known is found', async () => {
  const { user } = await addPaidUser(system);
  await user.api.setCreditAlert({ threshold: 5_000 });
  const heads = system.local.stripe.models[0].db.collection<{ _id: string; version: number }>('credit_heads');
  const versionOf = async () => (await heads.findOne({ _id: user.streamId }))?.version;
  await vi.waitFor(async () => {
    expect(await versionOf()).toBe(1);
  });
  await user.spend(19_000);
  await vi.waitFor(async () => {
    expect(await versionOf()).toBe(2);
  });
  await heads.updateOne({ _id: user.streamId }, { $set: { version: 1 } });
  expect(await remindersTo(user, { all: false })).toEqual([]);
  expect(await remindersTo(user)).toEqual(['You have 1,000 credits left']);
});

test('a threshold above the credits sends nothing until they have risen, and none when it is off', async () => {
  const { user } = await addPaidUser(system);
  await user.api.setCreditAlert({ threshold: 30_000 });
  await user.spend(1_000);
  expect(await remindersTo(user)).toEqual([]);
  await give(user, 20_000, '1');
  expect(await remindersTo(user)).toEqual([]);
  await user.spend(10_000);
  expect(await remindersTo(user)).toEqual(['You have 29,000 credits left']);
  await user.api.setCreditAlert({ threshold: null });
  expect(await user.api.creditAlert()).toEqual({ threshold: null });
  await give(user, 20_000, '2');
  expect(await remindersTo(user)).toHaveLength(1);
  await user.api.setCreditAlert({ threshold: 30_000 });
  await user.spend(40_000);
  expect(await remindersTo(user)).toEqual(['You have 29,000 credits left', 'You have 9,000 credits left']);
});

test('a threshold of exactly the credits is armed, and a cancelled plan promises no new credits', async () => {
  const { user } = await addPaidUser(system);
  await user.api.setCreditAlert({ threshold: 20_000 });
  await user.api.cancelPlan();
  await user.spend(1);
  expect(await remindersTo(user)).toEqual(['You have 19,999 credits left']);
  const mail = system.mails.find(({ to, subject }) => to === user.email && subject.includes('left'));
  expect(mail?.text).toContain('For more, buy credits on the Subscription page.');
});

test('a threshold that is set during a check is armed', async () => {
  const { user } = await addPaidUser(system);
  await user.api.setCreditAlert({ threshold: 30_000 });
  await user.spend(1);
  let changed = false;
  const { billing } = await system.otherProcess({
    ledger: (real) => ({
      balance: async (streamId) => {
        const balance = await real.balance(streamId);
        if (streamId === user.streamId && !changed) {
          changed = true;
          await user.api.setCreditAlert({ threshold: 5_000 });
        }
        return balance;
      },
    }),
  });
  await billing.checkCredits({ all: true });
  expect(changed).toBe(true);
  await user.spend(16_000);
  expect(await remindersTo(user)).toEqual(['You have 3,999 credits left']);
});

test('a check that dies before or after the mail is queued is repeated and sends one mail', async () => {
  for (const when of ['before', 'after'] as const) {
    const { user } = await addPaidUser(system);
    await user.api.setCreditAlert({ threshold: 5_000 });
    await user.spend(19_000);
    const { billing: dying } = await system.otherProcess({
      users: (real) => ({ byUid: failingOnce(real.byUid, when, (uid) => uid === user.uid) }),
    });
    await dying.checkCredits();
    expect(await remindersTo(user)).toEqual(['You have 1,000 credits left']);
    expect(await remindersTo(user)).toHaveLength(1);
  }
});

test.each([0, -5, 1.5, 1e12, '5000', undefined])('the threshold %o is refused', async (threshold) => {
  const user = system.addUser();
  await expect(user.api.setCreditAlert({ threshold: threshold as number })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await user.api.creditAlert()).toEqual({ threshold: null });
});

test('all reminders are checked, also those after the first page', async () => {
  const { user } = await addPaidUser(system);
  await user.api.setCreditAlert({ threshold: 5_000 });
  const model = system.billing.models.find(({ collection }) => collection.name === 'billing_credit_alerts');
  // Users whose credits have not changed, before this one in the order of the streams.
  const unchanged = Array.from({ length: 500 }, (_, n) => ({
    _id: `unchanged ${String(n)}`,
    streamId: `!${String(n)}`,
    threshold: 1,
    armed: false,
    n: 0,
    version: 0,
  }));
  await model?.collection.insertMany(unchanged as never);
  await user.spend(16_000);
  expect(await remindersTo(user)).toEqual(['You have 4,000 credits left']);
});

test('the reminder of a closed account is erased', async () => {
  const { user } = await addPaidUser(system);
  await user.api.setCreditAlert({ threshold: 5_000 });
  system.markClosing(user.uid);
  await eraseFrom(system.billing, user);
  await user.spend(19_000);
  expect(await remindersTo(user)).toEqual([]);
  expect(await user.api.creditAlert()).toEqual({ threshold: null });
});
