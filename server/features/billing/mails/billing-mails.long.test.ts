import { eraseFrom } from '#server/testing/system/erase-from.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { AUTHENTICATES, DECLINED, PAYS } from '#server/emulators/stripe/testing/browser.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import {
  addPaidUser,
  createPurchases,
  latestInvoiceOf,
} from '#server/features/billing/testing/test-purchases.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

/** Sends what is due and returns the mails to a user. */
async function mailsTo(user: TestUser) {
  await system.billing.sendMails();
  return system.mails.filter(({ to }) => to === user.email);
}
const subjectsTo = async (user: TestUser) => (await mailsTo(user)).map(({ subject }) => subject);

async function advanceDays(user: TestUser, days: number): Promise<void> {
  await system.local.advance(user.email, days);
  await system.billing.sweep();
}

describe('with every webhook lost, a user gets one mail', () => {
  test('when the plan begins and at each renewal, with the receipt', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await advanceDays(user, 32);
    await advanceDays(user, 30);
    const mails = await mailsTo(user);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Your Launch plan has begun',
      'Your Launch plan has renewed',
      'Your Launch plan has renewed',
    ]);
    const begun = mails.find(({ subject }) => subject.includes('begun'))?.text;
    const receipt = `${system.local.origin}/local/stripe/invoices/${invoiceId}`;
    expect(begun).toContain('We received your payment of $200, and your Launch plan is active.');
    expect(begun).toContain('We added 20,000 credits.');
    expect(begun).toContain(`View your receipt:\n${receipt}`);
    expect(begun).toMatch(/The next payment of \$200 is on \w+ \d+, \d{4} \(UTC\)/);
    expect(begun).toContain('Questions? Write to support@hark.example.');
  });

  test('when the plan is cancelled, continued, cancelled again and ended', async () => {
    const user = system.addUser();
    await user.subscribe('scale', PAYS);
    await user.api.cancelPlan();
    await user.api.cancelPlan();
    await user.api.keepPlan();
    await user.api.cancelPlan();
    await advanceDays(user, 32);
    await system.billing.sweep();
    expect(await subjectsTo(user)).toEqual([
      'Your Scale plan has begun',
      'Your Scale plan is cancelled',
      'Your Scale plan continues',
      'Your Scale plan is cancelled',
      'Your Scale plan has ended',
    ]);
    const [last] = (await mailsTo(user)).slice(-1);
    expect(last?.text).toContain('has ended, as you asked.');
    expect(last?.text).toContain('Your 60,000 credits are kept');
    expect(last?.text).toContain('Choose a plan:\nhttps://hark.example/billing');
  });

  test('that names no next payment once it is cancelled, and no unpaid renewal when support ends it', async () => {
    const { user } = await addPaidUser(system);
    const { subscriptionId } = await user.api.subscription({});
    await user.api.cancelPlan();
    const [begun] = await mailsTo(user);
    expect(begun?.text).toContain('your Launch plan is active');
    expect(begun?.text).not.toContain('The next payment');
    await user.api.keepPlan();
    await system.local.gateway.cancelNow(subscriptionId ?? expect.fail());
    await system.billing.sweep();
    expect((await mailsTo(user)).at(-1)?.text).toContain('has ended. You will not be charged again.');
  });

  test('when a second plan is paid and refunded, and none about its end', async () => {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    await createPurchases(system).openSalesPlan(user, 'dominate');
    await system.billing.sweep();
    await system.billing.sweep();
    expect(await subjectsTo(user)).toEqual([
      'Your Launch plan has begun',
      'We refunded your second payment of $1,000',
    ]);
  });

  test('none about a checkout that was never paid', async () => {
    const user = system.addUser();
    await user.pay('launch', DECLINED);
    await system.billing.sweep();
    expect(await subjectsTo(user)).toEqual([]);
    await user.api.createPaymentIntent({ productId: 'scale' });
    await advanceDays(user, 2);
    expect(await subjectsTo(user)).toEqual([]);
  });
});

describe('a renewal that fails', () => {
  /** A user whose renewal has just failed; no event of it was handled yet. */
  async function failedRenewal(): Promise<TestUser> {
    const user = system.addUser();
    await user.subscribe('launch', AUTHENTICATES);
    const { current_period_end } = await user.api.subscription({});
    const untilThen = Date.parse(current_period_end ?? '') - Date.now();
    await system.local.advance(user.email, untilThen / DAY_MS + 0.1);
    return user;
  }

  test('is reported at once and at each retry with the link to pay, and then the end of the plan', async () => {
    const user = await failedRenewal();
    await system.billing.sweep();
    await system.billing.sweep();
    const { transactions } = await user.api.transactions({});
    const open = transactions.find(({ status }) => status === 'open') ?? expect.fail();
    const [, failed, ...more] = await mailsTo(user);
    expect(more).toEqual([]);
    expect(failed?.subject).toBe('Your payment for the Launch plan failed');
    expect(failed?.text).toContain(`(invoice ${open.invoice_number})`);
    expect(failed?.text).toMatch(/We will try again on \w+ \d+, \d{4} \(UTC\)\./);
    expect(failed?.text).toContain(`Pay $200:\n${open.receipt_url ?? ''}`);
    for (const days of [3, 2, 2]) {
      await advanceDays(user, days);
      await mailsTo(user);
    }
    const subjects = await subjectsTo(user);
    expect(subjects.slice(2)).toEqual([
      'Your payment for the Launch plan failed again',
      'Your payment for the Launch plan failed again',
      'Your Launch plan has ended',
    ]);
    expect((await mailsTo(user)).at(-1)?.text).toContain('has ended because its renewal was not paid.');
  });

  test('and again before a mail was sent is reported once, as it is now', async () => {
    const user = await failedRenewal();
    await system.billing.sweep();
    await advanceDays(user, 3);
    expect((await subjectsTo(user)).slice(1)).toEqual(['Your payment for the Launch plan failed again']);
  });

  test('is reported by the webhook alone, however often it arrives', async () => {
    const user = await failedRenewal();
    const { subscriptionId } = await user.api.subscription({});
    const { latestInvoiceId = '' } = (await system.local.gateway.subscription(subscriptionId ?? '')) ?? {};
    system.local.webhook = system.billing.stripeWebhook;
    const { deliverInvoiceEvent } = createPurchases(system);
    for (let n = 0; n < 3; n++) await deliverInvoiceEvent('invoice.payment_failed', latestInvoiceId);
    expect((await subjectsTo(user)).slice(1)).toEqual(['Your payment for the Launch plan failed']);
  });

  test('and is paid by the link before the mail is sent is not reported', async () => {
    const user = await failedRenewal();
    await system.billing.sweep();
    const { unpaid_invoice_id } = await user.api.subscription({});
    const { pageUrl = '' } = (await system.local.gateway.invoice(unpaid_invoice_id ?? '')) ?? {};
    const body = new URLSearchParams({ number: PAYS, expiry: '12 / 31', cvc: '123' });
    expect((await fetch(`${pageUrl}/pay`, { method: 'POST', body })).status).toBe(200);
    await system.billing.sweep();
    expect(await subjectsTo(user)).toEqual(['Your Launch plan has begun', 'Your Launch plan has renewed']);
  });
});

test.each(Array.from({ length: 6 }, (_, n) => n + 1))(
  'a process that dies at its lookup %i of the user loses no mail and sends none twice',
  async (nth) => {
    const { user, invoiceId } = await addPaidUser(system);
    await user.api.cancelPlan();
    await system.local.dashboard.refund(invoiceId, 5_000);
    await system.local.advance(user.email, 32);
    let calls = 0;
    const { billing: dying } = await system.otherProcess({
      users: (real) => ({
        byUid: failingOnce(real.byUid, 'before', (uid) => uid === user.uid && ++calls === nth),
      }),
    });
    await dying.sweep();
    await system.billing.sweep();
    await dying.sweep();
    expect((await subjectsTo(user)).sort()).toEqual([
      '5,000 credits removed after a refund',
      'Your Launch plan has begun',
      'Your Launch plan has ended',
      'Your Launch plan is cancelled',
    ]);
  },
);

test('a process that dies right after the grant or the cancellation loses no mail', async () => {
  const user = system.addUser();
  await user.pay('launch', PAYS);
  const { billing } = await system.otherProcess({
    ledger: (real) => ({ execute: failingOnce(real.execute, 'after') }),
    gateway: (real) => ({ setCancelAtPeriodEnd: failingOnce(real.setCancelAtPeriodEnd, 'after') }),
  });
  await billing.sweep();
  await billing.sweep();
  await expect(user.apiOf(billing).cancelPlan()).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  await billing.sweep();
  expect(await subjectsTo(user)).toEqual(['Your Launch plan has begun', 'Your Launch plan is cancelled']);
});

test('events that arrive twice and in any order send each mail once', async () => {
  const { user, invoiceId } = await addPaidUser(system);
  const { deliverInvoiceEvent, end } = createPurchases(system);
  system.local.webhook = system.billing.stripeWebhook;
  await system.local.advance(user.email, 32);
  const { subscriptionId } = await user.api.subscription({});
  await end({ subscriptionId: subscriptionId ?? expect.fail() });
  await end({ subscriptionId: subscriptionId ?? expect.fail() });
  const renewal = (await system.local.gateway.subscription(subscriptionId ?? ''))?.latestInvoiceId ?? '';
  for (const id of [renewal, invoiceId, renewal, invoiceId]) await deliverInvoiceEvent('invoice.paid', id);
  const { billing: other } = await system.otherProcess();
  await Promise.all([system.billing.sweep(), other.sweep()]);
  await Promise.all([system.billing.sendMails(), other.sendMails()]);
  expect((await subjectsTo(user)).sort()).toEqual([
    'Your Launch plan has begun',
    'Your Launch plan has ended',
    'Your Launch plan has renewed',
  ]);
  expect(await latestInvoiceOf(user)).toBe(renewal);
});

test('an account that is being deleted gets no mail, whether queued before or caused later', async () => {
  const { user, invoiceId } = await addPaidUser(system);
  system.markClosing(user.uid);
  await system.local.dashboard.refund(invoiceId, 5_000);
  await advanceDays(user, 32);
  await eraseFrom(system.billing, user);
  await advanceDays(user, 32);
  expect(await subjectsTo(user)).toEqual([]);
});
