import { CALL_SORTS } from '#shared/schemas/campaigns/call-query.ts';
import { CallListStore, type ScanPart } from '#server/features/drops/call-lists/call-list-store.ts';
import { scansOf, type ScanQuery } from '#server/features/drops/call-lists/call-scans.ts';
import { searchBranches } from '#server/features/drops/call-lists/call-search.ts';
import { valuesOf } from '#server/features/drops/call-lists/keyset.ts';
import { createContactModel, FINAL_STATES } from '#server/features/drops/contacts/contact-model.ts';
import { CAMPAIGN } from '../known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const PART_QUERIES: ScanQuery[] = [
  ...CALL_SORTS.flatMap((sort) => [{ sort }, { sort, status: 'success' as const }]),
  { sort: 'list', status: 'failed' },
  { sort: 'list', status: 'pending' },
];

const REASON_QUERIES = CALL_SORTS.map((sort): ScanQuery => ({ sort, reason: '4006' }));

const parts = [
  ...PART_QUERIES.flatMap((query) => scansOf(CAMPAIGN, query, { success: true, failed: true })),
  ...REASON_QUERIES.flatMap((query) => scansOf(CAMPAIGN, query, { success: false, failed: false })),
].flatMap((scan) => [true, false].map((ascending): ScanPart => ({ scan, after: undefined, ascending })));

const after = (part: ScanPart, now: Date): ScanPart => {
  const call = { seq: 400, phone: '12025000400', at: new Date(now.getTime() - 3_600_000), fields: {} };
  return { ...part, after: valuesOf(call, part.scan.keys) };
};

const callLists: StoreCases<CallListStore> = {
  file: 'server/features/drops/call-lists/call-list-store.ts',
  open: ({ connection }) => new CallListStore(createContactModel(connection)),
  calls: {
    lacksKeys: async (store) => {
      for (const state of FINAL_STATES) await store.lacksKeys(CAMPAIGN, state);
    },
    read: async (store, { now }) => {
      for (const part of parts) {
        await store.read(part, 100);
        await store.read(after(part, now), 100);
      }
    },
    leap: async (store, { now }) => {
      for (const part of parts) {
        await store.leap(part, 3);
        await store.leap(after(part, now), 3);
      }
    },
    count: (store) => Promise.all(parts.map(({ scan }) => store.count(scan, 100))),
    entries: async (store) => {
      for (const { index, where } of [...searchBranches('Ann lee'), ...searchBranches('(202) 50')]) {
        await store.entries({ campaignId: CAMPAIGN, ...where }, index, 100);
        await store.entries({ campaignId: CAMPAIGN, ...where }, index, 100, true);
      }
    },
    bySeq: (store) => store.bySeq(CAMPAIGN, [1, 2, 3]),
  },
};

export const callListCalls = [...callsOf(callLists)];
