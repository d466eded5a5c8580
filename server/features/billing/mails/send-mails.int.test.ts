import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import { addPaidUser } from '#server/features/billing/testing/test-purchases.ts';

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
  clock.shift(10 * MINUTE_MS);
  const { billing: later } = await system.otherProcess({ clock });
  await later.sendMails();
  expect(mailsTo(user)).toHaveLength(1);
});

/** A process ten minutes from now, when failed mails are due again. */
async function laterProcess(send: (mail: Mail) => Promise<void>) {
  const clock = adjustableClock();
  clock.shift(10 * MINUTE_MS);
  return (await system.otherProcess({ clock, mailer: { send } })).billing;
}

test('a mail that is sent again has its message id, which no other mail has', async () => {
  const { user, invoiceId } = await addPaidUser(system);
  await system.local.dashboard.refund(invoiceId, 5_000);
  const sent: Mail[] = [];
  const record = (mail: Mail) => {
    if (mail.to === user.email) sent.push(mail);
    return Promise.resolve();
  };
  const send = failingOnce(record, 'after', ({ to }) => to === user.email);
  const { billing } = await system.otherProcess({ mailer: { send } });
  await billing.sweep();
  await billing.sendMails();
  await (await laterProcess(record)).sendMails();
  const [begun, removed, again] = sent;
  expect(sent).toHaveLength(3);
  expect(again).toEqual(begun);
  expect(removed?.id).not.toBe(begun?.id);
});

test('a mail that the mail server refuses is not tried again', async () => {
  const { user } = await addPaidUser(system);
  let tries = 0;
  const refuse = ({ to }: Mail) => {
    if (to === user.email) tries += 1;
    return Promise.reject(new ProviderRejected('no such mailbox'));
  };
  const { billing } = await system.otherProcess({ mailer: { send: refuse } });
  await billing.sendMails();
  await (await laterProcess(refuse)).sendMails();
  expect(tries).toBe(1);
});
