import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { CallRow } from '#server/features/drops/contacts/call-result-store.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import { matchByNumber } from './match-by-number.ts';

const NOW = new Date('2026-11-23T15:00:00Z');
const PHONE = '12025551000';
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);

interface Calls {
  /** Calls whose campaigns have not counted them. */
  unsettled?: CallRow[];
  /** Calls that were counted, of campaigns that changed or settled lately. */
  settled?: CallRow[];
  /** Of campaigns that another process works on. */
  reserved?: string[];
  /** Numbers whose calls were erased, and when. */
  erased?: Record<string, Date>;
}

function call(campaignId: string, change: Partial<CallRow> = {}): CallRow {
  const placed = {
    _id: campaignId,
    campaignId,
    seq: 1,
    run: 1,
    phone: PHONE,
    status: 'placed',
    at: minutesAgo(20),
  };
  return { ...placed, ...change } as unknown as CallRow;
}

const closed = (campaignId: string, at: Date) => call(campaignId, { status: 'failed', at });

/** Returns the attempt that is found for each report; null for none. */
async function matched(calls: Calls, reports = [dropReport({ to: PHONE })]): Promise<(string | null)[]> {
  const { unsettled = [], settled = [], reserved = [], erased = {} } = calls;
  const found = await matchByNumber(
    {
      clock: { now: () => NOW },
      results: {
        listUnsettledTo: (phones: string[]) =>
          Promise.resolve(unsettled.filter(({ phone }) => phones.includes(phone))),
        listByNumber: (campaigns: string[], phones: string[]) =>
          Promise.resolve(
            settled.filter(
              ({ campaignId, phone }) => campaigns.includes(campaignId) && phones.includes(phone),
            ),
          ),
      },
      openCampaigns: {
        listReserved: () => Promise.resolve(reserved),
        listChangedWithin: () => Promise.resolve(settled.map(({ campaignId }) => campaignId)),
      },
      settlements: { listOpen: () => Promise.resolve([]) },
      erasedCalls: {
        among: (phones: string[], since: Date) =>
          Promise.resolve(new Set(phones.filter((phone) => (erased[phone] ?? 0) > since))),
      },
    } as unknown as Parameters<typeof matchByNumber>[0],
    reports,
  );
  return found.map((report) => report?.attemptId ?? null);
}

test.each(['claimed', 'placed'] as const)(
  'the only %s call to a number is the one that is reported',
  async (status) => {
    expect(await matched({ unsettled: [call('a', { status, seq: 7, run: 2 })] })).toEqual(['a-7-2']);
  },
);

test.each<[string, Calls]>([
  ['there is no call to the number', { unsettled: [call('a', { phone: '13035551000' })] }],
  ['none is open', { unsettled: [call('a', { status: 'waiting' } as never)] }],
  ['two are open', { unsettled: [call('a'), call('b')] }],
  ['another process works on its campaign', { unsettled: [call('a')], reserved: ['a'] }],
  ['another became final lately', { unsettled: [call('a'), closed('b', minutesAgo(9))] }],
  [
    'another became final and was counted lately',
    { unsettled: [call('a')], settled: [closed('b', minutesAgo(9))] },
  ],
  [
    'its own run before became final lately',
    { unsettled: [call('a', { run: 2, previous: { at: minutesAgo(9) } } as never)] },
  ],
  ['another was erased lately', { unsettled: [call('a')], erased: { [PHONE]: minutesAgo(9) } }],
])('no call is reported if %s', async (_, calls) => {
  expect(await matched(calls)).toEqual([null]);
});

test.each<[string, Calls]>([
  ['another became final long ago', { unsettled: [call('a')], settled: [closed('b', minutesAgo(11))] }],
  ['another was erased long ago', { unsettled: [call('a')], erased: { [PHONE]: minutesAgo(11) } }],
  ['another process works on another campaign', { unsettled: [call('a')], reserved: ['b'] }],
  ['it is read twice', { unsettled: [call('a')], settled: [call('a')] }],
])('the open call is reported though %s', async (_, calls) => {
  expect(await matched(calls)).toEqual(['a-1-1']);
});

test('a call that was claimed after the reported one happened is not it', async () => {
  const calls = { unsettled: [call('a', { at: minutesAgo(5) })] };
  const happened = (minutes: number) =>
    matched(calls, [dropReport({ to: PHONE, occurredAt: minutesAgo(minutes) })]);
  expect([await happened(6), await happened(5), await happened(4)]).toEqual([[null], ['a-1-1'], ['a-1-1']]);
});

test('a row that was read first is believed: it may have closed meanwhile', async () => {
  expect(await matched({ unsettled: [call('a')], settled: [closed('a', minutesAgo(11))] })).toEqual([
    'a-1-1',
  ]);
});

test('each report is matched by its own number', async () => {
  const other = '13035551000';
  const calls = { unsettled: [call('a'), call('b', { phone: other })] };
  const reports = [other, '14045551000', PHONE].map((to) => dropReport({ to }));
  expect(await matched(calls, reports)).toEqual(['b-1-1', null, 'a-1-1']);
});
