import { expect, test } from 'vitest';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { UserSummary } from '#server/features/auth/api.ts';
import type { BillingNotice } from './billing-notice.ts';
import { writeMail } from './write-mail.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const END = new Date('2027-02-12T15:00:00Z');

const INVOICE = {
  plan: 'launch',
  status: 'open',
  number: 'H-1',
  total: 21_000,
  pageUrl: 'https://pay.example/in',
  subscriptionId: 'sub',
  periodStart: NOW,
  attemptCount: 2,
};
const SUBSCRIPTION = {
  _id: 'sub',
  plan: 'scale',
  status: 'active',
  periodStart: NOW,
  periodEnd: END,
  cancelAtPeriodEnd: false,
  latestInvoiceId: 'in',
};
const CARD = {
  id: 'pm',
  brand: 'visa',
  last4: '4242',
  expMonth: 1,
  expYear: 2027,
  fingerprint: undefined,
  createdAt: NOW,
};

interface Stored {
  invoice?: object | undefined;
  subscription?: object | undefined;
  latest?: object | undefined;
  step?: object | undefined;
  autoPurchase?: object | undefined;
  /** What the next renewal charges, in US cents. */
  due?: number | undefined;
}

async function written(notice: object, stored: Stored = {}): Promise<string> {
  const { invoice = INVOICE, subscription = SUBSCRIPTION } = stored;
  const named =
    <T>(id: string, found: T) =>
    (given: string) =>
      Promise.resolve(given === id ? found : undefined);
  const deps = {
    ledger: { balance: named('s', { available: 34_000, debt: 50 }) },
    publicUrl: 'https://hark.example',
    supportEmail: 'support@hark.example',
    salesEmail: 'sales@hark.example',
    records: {
      invoice: named('in', 'invoice' in stored ? stored.invoice : invoice),
      subscription: named('sub', 'subscription' in stored ? stored.subscription : subscription),
      currentSubscription: named('u', 'subscription' in stored ? stored.subscription : subscription),
    },
    refunds: { step: named('step', stored.step) },
    autoPurchases: { byUid: named('u', stored.autoPurchase) },
    gateway: {
      invoice: named('in', stored.latest),
      nextCharge: named(
        'sub',
        'due' in stored ? stored.due && { due: stored.due, tax: 0 } : { due: 20_000, tax: 0 },
      ),
      cards: () => Promise.resolve([CARD]),
      defaultCard: () => Promise.resolve(CARD),
    },
    accounts: { byUid: named('u', { _id: 'u', customerId: 'cus' }) },
    clock: { now: () => NOW },
  } as unknown as BillingDeps;
  const user = { uid: 'u', streamId: 's' } as UserSummary;
  const mail = await writeMail(deps, user, notice as BillingNotice);
  return mail === undefined ? 'nothing' : JSON.stringify(mail, null, 1);
}

const FAILED = { kind: 'payment_failed', invoiceId: 'in', attempt: 2, nextAttemptAt: END };
const ENDED = { kind: 'plan_ended', subscriptionId: 'sub' };
const REFUND = { kind: 'refund', stepId: 'step' };
const STEP = { _id: 'step', invoiceId: 'in', before: 1_000, after: 6_000, credits: -500, kind: 'refund' };
const EXPIRING = { kind: 'card_expiring', subscriptionId: 'sub', cardId: 'pm' };
const LOW = { kind: 'credits_low', available: 90, threshold: 100 };

const MAILS: [name: string, notice: object, stored?: Stored][] = [
  ...['plan_started', 'plan_renewed', 'payment_returned'].flatMap((kind): [string, object, Stored?][] => [
    [kind, { kind, invoiceId: 'in' }],
    [`${kind} without a page`, { kind, invoiceId: 'in' }, { invoice: { ...INVOICE, pageUrl: undefined } }],
  ]),
  [
    'plan_started whose renewal is not known',
    { kind: 'plan_started', invoiceId: 'in' },
    { invoice: { ...INVOICE, periodStart: END } },
  ],
  [
    'plan_started that is past due',
    { kind: 'plan_started', invoiceId: 'in' },
    { subscription: { ...SUBSCRIPTION, status: 'past_due' } },
  ],
  ['plan_renewed with a coupon', { kind: 'plan_renewed', invoiceId: 'in' }, { due: 10_000 }],
  [
    'plan_renewed whose next charge is not known',
    { kind: 'plan_renewed', invoiceId: 'in' },
    { due: undefined },
  ],
  [
    'credits_bought',
    { kind: 'credits_bought', invoiceId: 'in' },
    { invoice: { ...INVOICE, credits: 5_000 } },
  ],
  ['payment_failed', FAILED],
  ...['plan_started', 'plan_renewed', 'payment_returned', 'credits_bought'].map(
    (kind): [string, object, Stored] => [
      `${kind} partly paid from account balance`,
      { kind, invoiceId: 'in' },
      { invoice: { ...INVOICE, credits: 5_000, amountDue: 16_000 } },
    ],
  ),
  ['payment_failed of what account balance leaves', FAILED, { invoice: { ...INVOICE, amountDue: 16_000 } }],
  ['plan_cancelled', { kind: 'plan_cancelled', subscriptionId: 'sub', periodEnd: END }],
  [
    'plan_cancelled that ends',
    { kind: 'plan_cancelled', subscriptionId: 'sub', periodEnd: END },
    { subscription: { ...SUBSCRIPTION, cancelAtPeriodEnd: true } },
  ],
  ['plan_resumed', { kind: 'plan_resumed', subscriptionId: 'sub', periodEnd: END }],
  ['plan_ended as it was cancelled', ENDED, { subscription: { ...SUBSCRIPTION, cancelAtPeriodEnd: true } }],
  ['plan_ended as it was not paid', ENDED, { latest: { status: 'open' } }],
  ['plan_ended for another reason', ENDED, { latest: { status: 'paid' } }],
  ['refund of a plan', REFUND, { step: STEP }],
  ['refund of credits', REFUND, { step: STEP, invoice: { ...INVOICE, plan: undefined, credits: 5_000 } }],
  ['card_expiring', EXPIRING],
  ['auto_purchase_stopped', { kind: 'auto_purchase_stopped', reason: 'declined' }],
  ['credits_low', LOW],
  ['credits_low without a plan', LOW, { subscription: undefined }],
];

test('each mail says what its records say', async () => {
  const texts = await Promise.all(
    MAILS.map(async ([name, ...mail]) => `${name}\n${await written(...mail)}\n`),
  );
  await expect(texts.join('\n')).toMatchFileSnapshot('listed-mails.txt');
});

test.each<[string, object, Stored]>([
  [
    'a payment of no plan',
    { kind: 'plan_renewed', invoiceId: 'in' },
    { invoice: { ...INVOICE, plan: undefined } },
  ],
  ['a purchase of no credits', { kind: 'credits_bought', invoiceId: 'in' }, {}],
  ['a failed payment that was made since', FAILED, { invoice: { ...INVOICE, status: 'paid' } }],
  ['an attempt after which there was another', { ...FAILED, attempt: 1 }, {}],
  [
    'a failed payment of a plan that has ended',
    FAILED,
    { subscription: { ...SUBSCRIPTION, status: 'canceled' } },
  ],
  ['a plan that is gone', ENDED, { subscription: undefined }],
  ['a refund that is not recorded', REFUND, {}],
  ['a card that does not pay any more', { ...EXPIRING, cardId: 'pm_2' }, {}],
  [
    'automatic purchases that are on again',
    { kind: 'auto_purchase_stopped', reason: 'declined' },
    { autoPurchase: { onSince: NOW } },
  ],
])('nothing is written about %s', async (_, notice, stored) => {
  expect(await written(notice, stored)).toBe('nothing');
});
