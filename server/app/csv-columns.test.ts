import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { callsAsCsv, campaignsAsCsv } from '#server/features/analytics/present-analytics.ts';
import type { InvoiceRecord } from '#server/features/billing/billing-records-model.ts';
import { transactionsAsCsv } from '#server/features/billing/transactions/transactions-csv.ts';
import type { CampaignCounters } from '#server/features/campaigns/api.ts';
import { consentsAsCsv } from '#server/features/campaigns/consent/present-consent.ts';
import { evidenceAsCsv } from '#server/features/campaigns/evidence/evidence-csv.ts';
import { leftOutAsCsv } from '#server/features/campaigns/screening/left-out-csv.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { historyAsCsv } from '#server/features/credits/history/history-csv.ts';
import { createSuppressionsRouter } from '#server/features/do-not-call/suppressions/suppressions-router.ts';
import { EXAMPLES, exampleOf } from '#server/platform/http/docs/examples/index.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { createCallerFactory, type FileDownload } from '#server/platform/trpc/trpc.ts';
import { CsvReader } from '#shared/contacts/csv-reader.ts';

/** No two columns of a row have the same content. */
type Columns = Readonly<Record<string, string>>;

const USER = { uid: 'u1', streamId: 's1' };
const CAMPAIGN = { _id: 'c1', userId: 'u1', name: 'Autumn' } as CampaignDocument;

/** Returns a store of which a test uses a few methods. */
const storeOf = (methods: object) => methods as never;

async function* streamOf<T>(...values: T[]): AsyncGenerator<T> {
  yield* await Promise.resolve(values);
}

function recordsOf(csv: string): string[][] {
  const records: string[][] = [];
  new CsvReader('\n', ',').end(csv, (record) => {
    records.push(record.cells());
  });
  return records;
}

/** Returns the single row of a file, by the headers, in their order. */
async function rowOf({ content }: FileDownload): Promise<[string, string][]> {
  const [headers = [], cells = [], ...more] = recordsOf((await text(content)).replace(/^\uFEFF/, ''));
  expect(more).toEqual([]);
  expect(cells).toHaveLength(headers.length);
  return headers.map((header, at) => [header, cells[at] ?? '']);
}

const CALL = {
  at: '2027-01-12T16:30:00.000Z',
  local_time: '2027-01-12 08:30',
  zone: 'America/Los_Angeles',
  hours: '10:00-18:00',
  rules: ['Hours of the campaign', 'Some rule'],
  outside_hours: true,
};
const CONSENT = {
  _id: 'p1',
  campaignId: 'c1',
  basis: 'other',
  own_words: 'Members of the club',
  obtained_at: '2025-03-01',
  source: 'Order form',
  byDefault: true,
  viaApiKey: false,
  at: new Date('2026-11-20T09:30:00Z'),
  network: '192.0.2.1',
  userId: 'u1',
  contacts: 12,
  listDigest: 'd1g357',
  statementVersion: '2026-11-23',
};
const COUNTERS: CampaignCounters = {
  id: 'c1',
  userId: 'u1',
  name: 'Autumn',
  status: 'Sending',
  progress: 'some',
  revision: '1',
  dropDate: new Date('2026-11-20T09:30:00Z'),
  startedAt: new Date('2026-11-20T10:45:00Z'),
  total: 15,
  delivered: 6,
  failed: 2,
  pending: 7,
  charged: 300,
  columns: ['Plan', 'Branch'],
};

/** The files, by the calls that return them. */
const FILES: readonly [string, () => FileDownload | Promise<FileDownload>, Columns][] = [
  [
    'campaigns.evidence',
    () => {
      const contact = {
        recommended_phone: '12135550143',
        first_name: 'Ana',
        last_name: 'Lopez',
        list: 'p1',
        status: 'failed',
        reason: 'Number not in service',
        reason_code: '3012',
        call: CALL,
        earlier: [],
      };
      const deps = storeOf({
        contacts: { stream: () => streamOf([contact]) },
        consents: { ofLists: () => Promise.resolve([CONSENT]) },
        doNotCall: { among: () => Promise.resolve(new Set()) },
      });
      const messageCheck = { version: 7 } as CampaignDocument['messageCheck'];
      return evidenceAsCsv(deps, { ...CAMPAIGN, messageCheck });
    },
    {
      'Phone Number': '12135550143',
      'First Name': 'Ana',
      'Last Name': 'Lopez',
      'Claimed at (UTC)': '2027-01-12T16:30:00.000Z',
      'Local time': '2027-01-12 08:30',
      'Time zone': 'America/Los_Angeles',
      'Hours applied': '10:00-18:00',
      'Rules applied': 'Hours of the campaign; Some rule',
      'Outside hours': 'yes',
      Consent: 'Members of the club (Order form, 2025-03-01)',
      'Message check version': '7',
      'On the do-not-call list now': 'no',
      Status: 'failed',
      'Carrier said': 'Number not in service',
      'Reason Code': '3012',
    },
  ],
  [
    'campaigns.consent',
    () => consentsAsCsv(storeOf({ streamOf: () => streamOf(CONSENT) }), CAMPAIGN),
    {
      Basis: 'Another purpose',
      'Own words': 'Members of the club',
      'Obtained on': '2025-03-01',
      Where: 'Order form',
      'Default of the account': 'Yes',
      'Given at (UTC)': '11-20-2026 09:30 AM',
      'Given from': '192.0.2.1',
      'API key': 'No',
      User: 'u1',
      'Contacts added': '12',
      'Digest of the list': 'd1g357',
      'Statement version': '2026-11-23',
      Statement: expect.stringMatching(/^Everybody on this list agreed/) as string,
    },
  ],
  [
    'campaigns.leftOut',
    () => {
      const row = { preparationId: 'p1', line: 2, phone: '12135550143', name: 'Ana', reason: 'do not call' };
      const voidedPreparations: string[] = [];
      const contacts = storeOf({
        leftOut: { stream: () => streamOf([row]) },
      });
      return leftOutAsCsv({ contacts }, { ...CAMPAIGN, voidedPreparations });
    },
    { Line: '2', 'Phone Number': '12135550143', Name: 'Ana', Reason: 'do not call' },
  ],
  [
    'analytics.download',
    () => {
      const call = {
        phoneNumber: '12135550143',
        firstName: 'Ana',
        lastName: 'Lopez',
        email: 'ana@example.com',
        company: 'Lopez LLC',
        status: 'failed',
        reason: 'Busy',
        reasonKey: '4006',
        changedAt: new Date('2026-11-21T09:30:00Z'),
        custom: { Branch: 'North', Plan: 'Gold' },
      };
      return callsAsCsv(storeOf({ streamCalls: () => streamOf([call]) }), COUNTERS, { search: '' });
    },
    {
      'Phone Number': '12135550143',
      Name: 'Ana Lopez',
      Email: 'ana@example.com',
      Company: 'Lopez LLC',
      'Voicemail Status': 'failed',
      'Date (UTC)': '11-21-2026 09:30 AM',
      Reason: 'Busy',
      Plan: 'Gold',
      Branch: 'North',
      'Reason Code': '4006',
    },
  ],
  [
    'analytics.downloadCampaigns',
    () => campaignsAsCsv(streamOf([COUNTERS])),
    {
      'Campaign Name': 'Autumn',
      'Time (UTC)': '11-20-2026 10:45 AM',
      Made: '8',
      Delivered: '6',
      Failed: '2',
      Pending: '7',
      'Delivery Rate (%)': '75',
      'Credits Charged': '300',
      Status: 'Sending',
    },
  ],
  [
    'billing.downloadTransactions',
    () => {
      const invoice = {
        _id: 'in_1',
        number: 'H-0001',
        plan: 'launch',
        status: 'paid',
        total: 20_000,
        createdAt: new Date('2026-11-01T09:00:00Z'),
        paidAt: new Date('2026-11-02T09:00:00Z'),
        pageUrl: 'https://pay.example/page',
        fileUrl: 'https://pay.example/file',
        reversals: [
          { id: 'r', kind: 'refund', amount: 5_050, initial: 5_050, createdAt: new Date('2026-11-03') },
          { id: 'd', kind: 'dispute', amount: 1_000, initial: 1_000, createdAt: new Date('2026-11-04') },
        ],
      } as InvoiceRecord;
      return transactionsAsCsv(storeOf({ all: () => streamOf(invoice) }), 'u1', undefined);
    },
    {
      'Invoice number': 'H-0001',
      'Invoice date (UTC)': '11-01-2026 09:00 AM',
      'Paid on (UTC)': '11-02-2026 09:00 AM',
      Plan: 'Launch',
      Status: 'Disputed',
      Currency: 'USD',
      Amount: '200.00',
      Refunded: '50.50',
      'Refund dates (UTC)': '11-03-2026 12:00 AM',
      Disputed: '10.00',
      'Dispute dates (UTC)': '11-04-2026 12:00 AM',
      Net: '139.50',
      Receipt: 'https://pay.example/page',
      PDF: 'https://pay.example/file',
    },
  ],
  [
    'credits.download',
    () => {
      const event = {
        version: 5,
        type: 'release',
        amount: 250,
        reason: 'rest',
        campaignId: 'c1',
        at: new Date('2026-11-20T09:30:00Z'),
        lots: [{ calls: 4, price: 50 }],
        balance: { available: 19_800, held: 450, debt: 30 },
      };
      const history = { campaigns: () => Promise.resolve(['c1']), all: () => streamOf(event) };
      const names = { namesOf: () => Promise.resolve(new Map([['c1', 'Autumn']])) };
      return historyAsCsv(storeOf(history), names, USER);
    },
    {
      No: '5',
      'Date (UTC)': '11-20-2026 09:30 AM',
      Type: 'release',
      Campaign: 'Autumn',
      Calls: '4',
      Credits: '250',
      Balance: '19800',
      'On hold': '450',
      Owed: '30',
      Note: 'rest',
    },
  ],
  [
    'suppressions.download',
    async () => {
      const number = {
        phone: '12135550143',
        source: 'added',
        reason: 'Asked by mail',
        campaignName: 'Autumn',
        at: new Date('2026-11-20T09:30:00Z'),
      };
      const deps = storeOf({
        store: { page: () => Promise.resolve([number]) },
      });
      return createCallerFactory(createSuppressionsRouter(deps))(contextOf(USER)).download({});
    },
    {
      'Phone Number': '12135550143',
      Source: 'added',
      Reason: 'Asked by mail',
      Campaign: 'Autumn',
      'Added (UTC)': '11-20-2026 09:30 AM',
    },
  ],
];

test.each(FILES)('the CSV file of %s has under each header what it names', async (_, file, columns) => {
  expect(await rowOf(await file())).toEqual(Object.entries(columns));
});

test.each(FILES)('the example of %s has the headers of the file', (call, _, columns) => {
  const [headers = []] = recordsOf(String(exampleOf(call).response));
  const own = call === 'analytics.download' ? (COUNTERS.columns ?? []) : [];
  expect(headers).toEqual(Object.keys(columns).filter((header) => !own.includes(header)));
});

test('no other call has an example of a CSV file', () => {
  const calls = Object.entries(EXAMPLES).filter(
    ([, { response }]) => typeof response === 'string' && response.includes(','),
  );
  expect(calls.map(([call]) => call).toSorted()).toEqual(FILES.map(([call]) => call).toSorted());
});
