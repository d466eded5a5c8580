import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustableClock } from '#server/lib/clock.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import { startBilling, type BillingHarness, type TestUser } from '#server/billing/testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

/** A user with a paid Launch plan, its 20,000 credits, and the id of its invoice. */
async function paidUser(): Promise<{ user: TestUser; invoiceId: string }> {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const [invoice] = (await user.api.subscriptionTransactions({})).transactions;
  return { user, invoiceId: invoice?.id ?? expect.fail('no invoice') };
}

const mailsTo = (user: TestUser) => system.mails.filter(({ to }) => to === user.email);

test('the mail is sent once per step and states the debt', async () => {
  const { user, invoiceId } = await paidUser();
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
  const { user, invoiceId } = await paidUser();
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
