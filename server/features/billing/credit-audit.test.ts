import { expect, test } from 'vitest';
import type { BillingRecords } from './billing-records.ts';
import type { InvoiceRecord } from './billing-records-model.ts';
import { createInvoiceAudit, createRefundAudit } from './credit-audit.ts';
import type { RefundStep, RefundStepStore } from './refunds/refund-step-store.ts';

const AT = new Date('2026-11-20T09:30:00Z');
const PAID = new Date('2026-11-21T09:30:00Z');

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function* only<T extends { _id: string }>(stored: readonly object[], ids: readonly string[] | undefined) {
  for (const one of stored as T[]) if (ids === undefined || ids.includes(one._id)) yield one;
}

test('every invoice that grants has its event: due once it is granted, with what it pays for', async () => {
  const invoices: Partial<InvoiceRecord>[] = [
    { _id: 'in_1', plan: 'launch', outcome: 'granted', paidAt: PAID, createdAt: AT },
    { _id: 'in_2', credits: 5_000, createdAt: AT },
    { _id: 'in_3', createdAt: AT },
  ];
  const records = {
    invoicesToGrant: (streamId: string, ids?: readonly string[]) =>
      only(streamId === 's' ? invoices : [], ids),
    failedRefunds: (streamId: string) =>
      only(streamId === 's' ? [{ _id: 'in_9', refundFailedAt: AT }] : [], undefined),
  } as unknown as BillingRecords;
  const audit = createInvoiceAudit(records);
  expect(audit.name).toBe('invoices');
  expect(['grant:invoice:in_1', 'grant:gift', 'refund:in_1:1'].map((key) => audit.explains(key))).toEqual([
    ...[true, false, false],
  ]);
  expect(await listOf(audit.expectedEvents('s'))).toEqual([
    { key: 'grant:invoice:in_1', cause: 'invoice in_1', due: true, since: PAID, amount: 20_000 },
    { key: 'grant:invoice:in_2', cause: 'invoice in_2', due: false, since: AT, amount: 5_000 },
  ]);
  const keys = ['in_1', 'in_2', 'in_3', 'in_4'].map((id) => `grant:invoice:${id}`);
  expect(await audit.causing('s', keys)).toEqual(new Set(keys.slice(0, 2)));
  expect(await listOf(audit.troubles('s'))).toEqual([
    `the refund of invoice in_9 has failed since ${AT.toISOString()}: return the money manually`,
  ]);
  expect(await listOf(audit.troubles('other'))).toEqual([]);
});

test('every refund that changes credits has its event, due once it is done', async () => {
  const steps: Partial<RefundStep>[] = [
    {
      _id: 'in_1:1',
      invoiceId: 'in_1',
      kind: 'refund',
      sourceId: 're_1',
      credits: -500,
      at: AT,
      doneAt: PAID,
    },
    { _id: 'in_1:2', invoiceId: 'in_1', kind: 'dispute', sourceId: 'dp_1', credits: 500, at: AT },
    { _id: 'in_1:3', invoiceId: 'in_1', kind: 'refund', sourceId: 're_2', credits: 0, at: AT },
  ];
  const refunds = {
    ofStream: (streamId: string, ids?: readonly string[]) => only(streamId === 's' ? steps : [], ids),
  } as unknown as RefundStepStore;
  const audit = createRefundAudit(refunds);
  expect(audit.name).toBe('refunds');
  expect(['refund:in_1:1', 'grant:invoice:in_1'].map((key) => audit.explains(key))).toEqual([true, false]);
  expect(await listOf(audit.expectedEvents('s'))).toEqual([
    { key: 'refund:in_1:1', cause: 'refund re_1 of invoice in_1', due: true, since: AT, amount: -500 },
    { key: 'refund:in_1:2', cause: 'dispute dp_1 of invoice in_1', due: false, since: AT, amount: 500 },
  ]);
  const keys = [1, 2, 3, 4].map((n) => `refund:in_1:${String(n)}`);
  expect(await audit.causing('s', keys)).toEqual(new Set(keys.slice(0, 2)));
});
