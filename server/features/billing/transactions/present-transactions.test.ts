import { expect, test } from 'vitest';
import type { InvoiceRecord } from '#server/features/billing/billing-records-model.ts';
import type { PaymentReversal } from '#server/providers/payments/port.ts';
import { presentTransaction, soldBy } from './present-transactions.ts';

const ISSUED = new Date('2026-11-20T09:30:00.900Z');
const PAID = new Date('2026-11-21T09:30:00.100Z');
const seconds = (at: string) => Date.parse(at) / 1000;

const INVOICE: InvoiceRecord = {
  _id: 'in_1',
  uid: 'ana',
  streamId: 's',
  number: 'HARK-1',
  customerId: 'cus',
  subscriptionId: 'sub',
  reason: 'renewal',
  status: 'paid',
  total: 20_050,
  amountDue: 15_025,
  planTotal: 20_000,
  planPrice: 20_000,
  plan: 'launch',
  credits: undefined,
  attemptCount: 1,
  nextAttemptAt: undefined,
  periodStart: ISSUED,
  createdAt: ISSUED,
  paidAt: PAID,
  pageUrl: 'https://pay.example/in_1',
  fileUrl: 'https://pay.example/in_1.pdf',
};

test('a transaction has the amounts in dollars, the times in seconds and the links of its invoice', () => {
  expect(presentTransaction(INVOICE)).toEqual({
    id: 'in_1',
    timestamp: seconds('2026-11-21T09:30:00Z'),
    invoice_date: seconds('2026-11-20T09:30:00Z'),
    amount: 200.5,
    amount_due: 150.25,
    currency: 'usd',
    status: 'paid',
    plan_name: 'Launch',
    invoice_id: 'in_1',
    invoice_number: 'HARK-1',
    receipt_url: 'https://pay.example/in_1',
    receipt_file_url: 'https://pay.example/in_1.pdf',
    reversals: [],
  });
  const open = { paidAt: undefined, amountDue: undefined, pageUrl: undefined, fileUrl: undefined };
  expect(presentTransaction({ ...INVOICE, ...open, status: 'open' })).toMatchObject({
    timestamp: seconds('2026-11-20T09:30:00Z'),
    amount_due: 200.5,
    receipt_url: null,
    receipt_file_url: null,
    status: 'open',
  });
});

const reversal = (kind: PaymentReversal['kind'], amount: number, initial = amount): PaymentReversal => ({
  kind,
  id: 're_1',
  amount,
  initial,
  createdAt: PAID,
});

test('a refund or dispute is shown with what it was and what it takes back now; an inquiry is not', () => {
  const reversals = [reversal('refund', 0, 5_000), reversal('dispute', 0, 0), reversal('dispute', 1_050)];
  const shown = { id: 're_1', timestamp: seconds('2026-11-21T09:30:00Z') };
  expect(presentTransaction({ ...INVOICE, reversals }).reversals).toEqual([
    { ...shown, kind: 'refund', amount: 50, reversed_amount: 0 },
    { ...shown, kind: 'dispute', amount: 10.5, reversed_amount: 10.5 },
  ]);
});

test.each<[string, Partial<InvoiceRecord>, string]>([
  ['a draft', { status: 'draft' }, 'open'],
  ['void', { status: 'void' }, 'void'],
  ['refunded by Hark', { outcome: 'refunded' }, 'refunded'],
  ['refunded in part', { reversals: [reversal('refund', 20_049)] }, 'partially_refunded'],
  ['refunded in parts', { reversals: [reversal('refund', 50), reversal('refund', 20_000)] }, 'refunded'],
  ['refunded in vain', { reversals: [reversal('refund', 0, 20_050)] }, 'paid'],
  ['disputed', { reversals: [reversal('refund', 20_050), reversal('dispute', 1)] }, 'disputed'],
  ['disputed and kept', { reversals: [reversal('dispute', 0, 20_050)] }, 'paid'],
])('the status of an invoice that is %s', (_what, change, status) => {
  expect(presentTransaction({ ...INVOICE, ...change }).status).toBe(status);
});

test('an invoice is named by its plan or its credits', () => {
  expect(soldBy({ plan: 'dominate', credits: undefined })).toBe('Dominate');
  expect(soldBy({ plan: undefined, credits: 20_000 })).toBe('20,000 credits');
  expect(soldBy({ plan: undefined, credits: undefined })).toBe('');
});
