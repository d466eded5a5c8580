import { expect, test } from 'vitest';
import type { RefundStep } from '#server/features/billing/refunds/refund-step-store.ts';
import { refundMail } from './refunds.ts';

const FACTS = {
  invoiceNumber: 'HARK-0001',
  paidFor: 'Launch',
  balance: { available: 15_000, debt: 0 },
  publicUrl: 'https://hark.example',
  supportEmail: 'support@hark.example',
  salesEmail: 'sales@hark.example',
};

const STEP: RefundStep = {
  _id: 'in_1:1',
  invoiceId: 'in_1',
  n: 1,
  uid: 'ana',
  streamId: 's',
  kind: 'refund',
  sourceId: 're_1',
  before: 0,
  after: 5_000,
  credits: -5_000,
  reason: 'x',
  at: new Date(0),
};

function mailAbout(change: Partial<RefundStep>, balance = FACTS.balance) {
  return refundMail({ ...STEP, ...change }, { ...FACTS, balance });
}

test.each([
  [
    {},
    '5,000 credits removed after a refund',
    'We refunded $50 of your Launch payment (invoice HARK-0001) and removed the 5,000 credits it had paid for.',
  ],
  [
    { kind: 'dispute' as const },
    '5,000 credits removed after a disputed payment',
    'Your bank took back $50 of your Launch payment (invoice HARK-0001) because the payment was disputed, so we removed the 5,000 credits it had paid for.',
  ],
  [
    { before: 5_000, after: 0, credits: 5_000 },
    '5,000 credits returned to your balance',
    'Your bank did not accept our refund of $50 for your Launch payment (invoice HARK-0001), so we returned the 5,000 credits we had removed.',
  ],
  [
    { kind: 'dispute' as const, before: 5_000, after: 0, credits: 5_000 },
    '5,000 credits returned to your balance',
    'We won the dispute about $50 of your Launch payment (invoice HARK-0001) and returned the 5,000 credits we had removed.',
  ],
])('%o', (change, subject, sentence) => {
  expect(mailAbout(change)).toEqual({
    subject,
    paragraphs: [sentence, 'Your current balance: 15,000.'],
    action: { label: 'See your credit history', url: 'https://hark.example/billing' },
  });
});

test('a mail after spent credits states the debt', () => {
  expect(mailAbout({}, { available: 0, debt: 1 }).paragraphs.slice(1)).toEqual([
    'You had already used or reserved 1 credit of what was removed. The next credits you receive cover that first, and until then you can’t create campaigns.',
    'Your current balance: 0.',
  ]);
});

test('a refund of bought credits names them in place of a plan', () => {
  const { paragraphs } = refundMail(STEP, { ...FACTS, paidFor: 10_000 });
  expect(paragraphs[0]).toBe(
    'We refunded $50 of your payment for 10,000 credits (invoice HARK-0001) and removed the 5,000 credits it had paid for.',
  );
});
