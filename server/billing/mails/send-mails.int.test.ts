import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustableClock } from '#server/lib/clock.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import { startBilling, type BillingHarness, type TestUser } from '#server/billing/testing/billing-harness.ts';
import { addPaidUser } from '#server/billing/testing/test-purchases.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

const mailsTo = (user: TestUser) =>
  system.mails.filter(({ to, subject }) => to === user.email && /removed/.test(subject));

test('the mail is sent once per step and states the debt', async () => {
  const { user, invoiceId } = await addPaidUser(system);
  await user.spend(17_000);
  await system.local.dashboard.refund(invoiceId, 5_000);
  await system.billing.sweep();
  const { billing: other } = await system.otherProcess();
  await Promise.all([system.billing.sendMails(), other.sendMails(), system.billing.sendMails()]);
  await system.billing.sweep();
  await system.billing.sendMails();
  expect(mailsTo(user).map(({ subject }) => subject)).toEqual(['5,000 credits removed after a refund']);
  expect(mailsTo(user)[0]?.text).toContain('You had already used or reserved 2,000 credits');
});

test('the mail is retried when the mail server was unavailable', async () => {
  const { user, invoiceId } = await addPaidUser(system);
  await system.local.dashboard.refund(invoiceId);
  const { billing } = await system.otherProcess({
    mailer: { send: () => Promise.reject(new ProviderUnavailable('no mail server')) },
  });
  await billing.sweep();
  await billing.sendMails();
  await system.billing.sendMails();
  expect(mailsTo(user)).toEqual([]);
  const clock = adjustableClock();
  clock.shift(10 * 60_000);
  const { billing: later } = await system.otherProcess({ clock });
  await later.sendMails();
  expect(mailsTo(user)).toHaveLength(1);
});
