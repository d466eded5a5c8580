import { expect, test } from 'vitest';
import { PLANS } from '#shared/plans.ts';
import { autoPurchaseStopped } from './auto-purchase.ts';
import { paymentFailed } from './failed-payment.ts';
import type { MailContent } from './mail-text.ts';
import { creditsBought, paymentReturned, planRenewed, planStarted } from './paid-plan.ts';
import { planCancelled, planEnded, planResumed } from './plan-changes.ts';
import { cardExpiring, creditsLow } from './reminders.ts';

const FACTS = {
  balance: { available: 34_000, debt: 0 },
  publicUrl: 'https://hark.example',
  supportEmail: 'support@hark.example',
  salesEmail: 'sales@hark.example',
};
const PERIOD_END = new Date('2026-12-22T09:00:00Z');
const RENEWAL = { at: PERIOD_END, due: 20_000 };
const plan = PLANS.launch;
const invoice = {
  plan,
  number: 'HARK-0001',
  total: 20_000,
  due: 20_000,
  receiptUrl: 'https://pay.example/in_1',
  renewal: RENEWAL,
};
const failed = {
  plan,
  number: 'HARK-0002',
  due: 20_000,
  payUrl: 'https://pay.example/in_2',
  attempt: 1,
  nextAttemptAt: new Date('2026-11-25T09:00:00Z'),
};
const card = {
  id: 'pm_1',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2026,
  fingerprint: undefined,
  createdAt: new Date(0),
};
const BILLING = 'https://hark.example/billing';

const bought = { ...invoice, credits: 20_000 };
const PAID_BY: [total: number, due: number, paid: string, refunded: string][] = [
  [
    20_000,
    20_000,
    'We received your payment of $200',
    'Your bank may take up to ten business days to show the refund.',
  ],
  [
    20_000,
    15_000,
    'We received your payment of $150 plus $50 from your account balance',
    'Your bank may take up to ten business days to show the refund of $150. The other $50 is in your account balance.',
  ],
  [20_000, 0, 'We took $200 from your account balance', 'The refund is in your account balance.'],
  // The customer owed $50.
  [
    20_000,
    25_000,
    'We received your payment of $250',
    'Your bank may take up to ten business days to show the refund.',
  ],
  [0, 0, 'Nothing was charged', 'Your bank may take up to ten business days to show the refund.'],
  [-5_000, 0, 'Nothing was charged', 'Your bank may take up to ten business days to show the refund.'],
];

test.each(PAID_BY)(
  'a mail about %i cents of which %i are charged says who paid',
  (total, due, paid, refunded) => {
    const [first] = planStarted({ ...invoice, total, due }, FACTS).paragraphs;
    expect(first).toBe(`Thank you! ${paid}, and your Launch plan is active.`);
    const [renewed] = planRenewed({ ...invoice, total, due }, FACTS).paragraphs;
    expect(renewed).toBe(`${paid} for the next month of your Launch plan.`);
    const [credits] = creditsBought({ ...bought, total, due }, FACTS).paragraphs;
    expect(credits).toContain(`Thank you! ${paid} and added 20,000 credits.`);
    expect(paymentReturned({ ...invoice, total, due }, FACTS).paragraphs[1]).toBe(refunded);
  },
);

test.each<[MailContent, subject: string, contains: RegExp, action: string]>([
  [
    planStarted(invoice, FACTS),
    'Your Launch plan has begun',
    /payment of \$200.*We added 20,000 credits\. Your current balance: 34,000 credits\..*\$200 is on December 22, 2026 \(UTC\)/s,
    'View your receipt https://pay.example/in_1',
  ],
  [
    planStarted({ ...invoice, receiptUrl: undefined, renewal: undefined }, FACTS),
    'Your Launch plan has begun',
    /34,000 credits\.$/,
    `See your subscription ${BILLING}`,
  ],
  [
    planStarted({ ...invoice, renewal: { ...RENEWAL, due: 10_000 } }, FACTS),
    'Your Launch plan has begun',
    /payment of \$200.*The next payment of \$100 is on/s,
    'View your receipt https://pay.example/in_1',
  ],
  [
    planResumed({ plan, renewal: { ...RENEWAL, due: 0 } }, FACTS),
    'Your Launch plan continues',
    /Your plan renews on December 22, 2026 \(UTC\), and nothing is charged then\./,
    `See your subscription ${BILLING}`,
  ],
  [
    cardExpiring({ card, plan, renewal: { ...RENEWAL, due: undefined } }, FACTS),
    'Your Visa ending in 4242 expires at the end of December 2026',
    /The next payment is on December 22, 2026 \(UTC\)\. If you/,
    `Update card ${BILLING}`,
  ],
  [
    planRenewed(invoice, FACTS),
    'Your Launch plan has renewed',
    /We added 20,000 credits to the ones you had left/,
    'View your receipt https://pay.example/in_1',
  ],
  [
    planRenewed(invoice, { ...FACTS, balance: { available: 0, debt: 1 } }),
    'Your Launch plan has renewed',
    /1 credit of those are still to be covered/,
    'View your receipt https://pay.example/in_1',
  ],
  [
    paymentReturned(invoice, FACTS),
    'We refunded your second payment of $200',
    /refunded that payment in full/,
    `See your transactions ${BILLING}`,
  ],
  [
    paymentFailed(failed, FACTS),
    'Your payment for the Launch plan failed',
    /could not charge.*try again on November 25, 2026 \(UTC\)/s,
    'Pay $200 https://pay.example/in_2',
  ],
  [
    paymentFailed({ ...failed, attempt: 3, nextAttemptAt: null }, FACTS),
    'Your payment for the Launch plan failed again',
    /without success.*not try again on our own/s,
    'Pay $200 https://pay.example/in_2',
  ],
  [
    planCancelled({ plan, endsAt: PERIOD_END }, FACTS),
    'Your Launch plan is cancelled',
    /stays active until December 22, 2026 \(UTC\)/,
    `Keep my plan ${BILLING}`,
  ],
  [
    planResumed({ plan, renewal: RENEWAL }, FACTS),
    'Your Launch plan continues',
    /next payment of \$200 is on December 22, 2026 \(UTC\)/,
    `See your subscription ${BILLING}`,
  ],
  [
    planEnded({ plan, reason: 'cancelled' }, FACTS),
    'Your Launch plan has ended',
    /as you asked.*34,000 credits are kept/s,
    `Choose a plan ${BILLING}`,
  ],
  [
    planEnded({ plan, reason: 'unpaid' }, FACTS),
    'Your Launch plan has ended',
    /its renewal was not paid/,
    `Choose a plan ${BILLING}`,
  ],
  [
    cardExpiring({ card, plan, renewal: RENEWAL }, FACTS),
    'Your Visa ending in 4242 expires at the end of December 2026',
    /pays for your Launch plan/,
    `Update card ${BILLING}`,
  ],
  [
    autoPurchaseStopped('card_removed', FACTS),
    'Automatic purchase of credits is off',
    /no longer saved.*will not try again.*34,000 credits now\. Choose another card/s,
    `Open Subscription ${BILLING}`,
  ],
  [
    creditsLow({ available: 1, threshold: 5_000, canBuy: true, nextCreditsAt: PERIOD_END }, FACTS),
    'You have 1 credit left',
    /below 5,000.*renewal on December 22, 2026 \(UTC\).*buy credits on the Subscription page\.$/s,
    `Buy credits ${BILLING}`,
  ],
  [
    creditsLow({ available: 0, threshold: 5_000, canBuy: false, nextCreditsAt: undefined }, FACTS),
    'You have no credits left',
    /For more credits, choose a plan on the Subscription page\.$/,
    `Choose a plan ${BILLING}`,
  ],
  [
    creditsLow({ available: 0, threshold: 5_000, canBuy: true, nextCreditsAt: undefined }, FACTS),
    'You have no credits left',
    /For more, buy credits on the Subscription page\.$/,
    `Buy credits ${BILLING}`,
  ],
])('%#', (mail, subject, contains, action) => {
  expect(mail.subject).toBe(subject);
  expect(mail.paragraphs.join('\n')).toMatch(contains);
  expect(`${mail.action?.label ?? ''} ${mail.action?.url ?? ''}`).toBe(action);
  expect(mail.closing).toMatch(/support@hark\.example|Subscription page/);
});
