import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { createInvoiceModel, type InvoiceRecord } from '#server/features/billing/billing-records-model.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { transactionsAsCsv } from './transactions-csv.ts';
import { TransactionStore } from './transaction-store.ts';

const UID = 'u-1';
const NEW_YEAR = Date.UTC(2026, 0);

let database: TestDatabase;
let model: ReturnType<typeof createInvoiceModel>;
let store: TransactionStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createInvoiceModel(database.connection);
  store = new TransactionStore(model);
  await model.insertMany([
    ...['a', 'b', 'c', 'd', 'e'].map((id) => invoice({ _id: `in_${id}`, createdAt: new Date(NEW_YEAR) })),
    invoice({ _id: 'in_last', createdAt: new Date(NEW_YEAR - 1) }),
    invoice({ _id: 'in_old', createdAt: new Date(NEW_YEAR - 900 * DAY_MS) }),
    invoice({ _id: 'in_open', status: 'open', createdAt: new Date(NEW_YEAR + DAY_MS) }),
    invoice({ _id: 'in_checkout', status: 'open', reason: 'first', createdAt: new Date(NEW_YEAR + DAY_MS) }),
    invoice({
      _id: 'in_void',
      status: 'void',
      reason: 'first',
      createdAt: new Date(NEW_YEAR - 400 * DAY_MS),
    }),
    invoice({ _id: 'in_draft', status: 'draft' }),
    invoice({ _id: 'in_other', uid: 'u-2' }),
  ]);
});
afterAll(() => database.stop());

function invoice(fields: Partial<InvoiceRecord>): InvoiceRecord {
  const createdAt = fields.createdAt ?? new Date(NEW_YEAR);
  return {
    _id: 'in',
    uid: UID,
    streamId: 's',
    number: 'HARK-1',
    customerId: 'cus',
    subscriptionId: 'sub',
    reason: 'renewal',
    status: 'paid',
    total: 20_000,
    amountDue: 20_000,
    planTotal: 20_000,
    planPrice: 20_000,
    plan: 'launch',
    credits: undefined,
    attemptCount: 1,
    nextAttemptAt: undefined,
    periodStart: createdAt,
    createdAt,
    pageUrl: undefined,
    fileUrl: undefined,
    paidAt: fields.status === undefined ? createdAt : undefined,
    ...fields,
  };
}

async function pages(size: number, year?: number): Promise<string[][]> {
  const found: string[][] = [];
  for (let after: LastRow | undefined; ;) {
    const page = await store.page(UID, { limit: size, after, year });
    const last = page.at(-1);
    if (last === undefined) return found;
    found.push(page.map(({ _id }) => _id));
    after = { at: last.createdAt, key: last._id };
  }
}

const IN_2026 = ['in_open', 'in_e', 'in_d', 'in_c', 'in_b', 'in_a'];

test('pages have every transaction once, also those of one moment, and no unpaid checkout', async () => {
  for (const size of [1, 2, 3, 20])
    expect((await pages(size)).flat()).toEqual([...IN_2026, 'in_last', 'in_old']);
});

test('a year begins and ends at midnight UTC', async () => {
  expect((await pages(2, 2026)).flat()).toEqual(IN_2026);
  expect(await pages(2, 2025)).toEqual([['in_last']]);
  expect(await pages(2, 2024)).toEqual([]);
  expect(await store.years(UID)).toEqual([2026, 2025, 2023]);
  expect(await store.years('nobody')).toEqual([]);
});

test('a CSV file has fixed columns, the amounts of refunds and disputes, and no formulas', async () => {
  const createdAt = new Date(NEW_YEAR + 3 * DAY_MS);
  const reversal = { id: 're', createdAt, initial: 5_050 };
  await model.create(
    invoice({
      _id: 'in_csv',
      uid: 'u-csv',
      number: '=HYPERLINK("http://x")',
      pageUrl: '@page',
      reversals: [
        { ...reversal, kind: 'refund', amount: 5_050 },
        { ...reversal, kind: 'refund', amount: 0 },
        { ...reversal, kind: 'dispute', amount: 1_000, initial: 1_000 },
      ],
    }),
  );
  const csv = await text(transactionsAsCsv(store, 'u-csv', 2026).content);
  expect(
    csv
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n'),
  ).toEqual([
    'Invoice number,Invoice date (UTC),Paid on (UTC),Plan,Status,Currency,Amount,Refunded,Refund dates (UTC),Disputed,Dispute dates (UTC),Net,Receipt,PDF',
    `"'=HYPERLINK(""http://x"")",01-01-2026 12:00 AM,01-01-2026 12:00 AM,Launch,Disputed,USD,200.00,50.50,01-04-2026 12:00 AM,10.00,01-04-2026 12:00 AM,139.50,'@page,`,
  ]);
});

test('a CSV file has the listed invoices, oldest first or of one year, and nothing received for an unpaid one', async () => {
  const rowsOf = async (year?: number) => {
    const csv = await text(transactionsAsCsv(store, UID, year).content);
    const rows = csv
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','));
    return rows.slice(1).map(([, date, paid, , status, , , , , , , net]) => [date, paid, status, net]);
  };
  const NEW_YEAR_TEXT = '01-01-2026 12:00 AM';
  const all = await rowsOf();
  expect(all).toHaveLength(8);
  expect(all[0]?.[0]).toBe('07-16-2023 12:00 AM');
  expect(all[2]).toEqual([NEW_YEAR_TEXT, NEW_YEAR_TEXT, 'Paid', '200.00']);
  expect(all.at(-1)).toEqual(['01-02-2026 12:00 AM', '', 'Open', '0.00']);
  expect(await rowsOf(2025)).toEqual([['12-31-2025 11:59 PM', '12-31-2025 11:59 PM', 'Paid', '200.00']]);
});
