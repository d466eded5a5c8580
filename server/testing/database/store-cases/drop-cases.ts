import { ANYWHERE } from '#shared/calling/window-class.ts';
import { CALL_SORTS } from '#shared/schemas/call-query.ts';
import { CallListStore, type ScanPart } from '#server/drops/call-lists/call-list-store.ts';
import { scansOf, type ScanQuery } from '#server/drops/call-lists/call-scans.ts';
import { searchBranches } from '#server/drops/call-lists/call-search.ts';
import { valuesOf } from '#server/drops/call-lists/keyset.ts';
import { CallResultStore, type FinalCall } from '#server/drops/contacts/call-result-store.ts';
import { CallStore } from '#server/drops/contacts/call-store.ts';
import { createClaimModel, type ClaimDocument, ClaimStore } from '#server/drops/claims/claim-store.ts';
import { createContactModel, FINAL_STATES } from '#server/drops/contacts/contact-model.ts';
import { ContactStore } from '#server/drops/contacts/contact-store.ts';
import { createDayCounterModel, DayCounterStore } from '#server/drops/settlement/day-counter-store.ts';
import { createErasedCallModel, ErasedCallStore } from '#server/drops/contacts/erased-call-store.ts';
import { RecountStore } from '#server/drops/settlement/recount-store.ts';
import { RetryStore } from '#server/drops/contacts/retry-store.ts';
import { createLeftOutModel, LeftOutStore } from '#server/drops/contacts/left-out-store.ts';
import {
  createSettlementModel,
  type SettlementDocument,
  SettlementStore,
} from '#server/drops/settlement/settlement-store.ts';
import { createRateSlotModel, RateSlotStore } from '#server/drops/placement/rate-slot-store.ts';
import { createSpeechModel, speechUsers } from '#server/drops/speech/speech-model.ts';
import { SpeechStore } from '#server/drops/speech/speech-store.ts';
import { SpentSpeechStore } from '#server/drops/speech/spent-speech-store.ts';
import { SEED_JOBS, SHARED_JOBS } from '#server/jobs/agenda.ts';
import { JobNotices } from '#server/jobs/job-notices-store.ts';
import { JobStore } from '#server/jobs/job-store.ts';
import { createLogger } from '#server/lib/log.ts';
import { CAMPAIGN, contactId, OWNER, NOT_STARTED } from '../known-ids.ts';
import { contactEnding } from '../../system/campaign-drafts.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const failed = (at: Date): FinalCall => ({ status: 'failed', at, code: '1', reason: 'r', retryable: false });
const ids = [0, 1, 2, 3].map(contactId);
const phones = ['12025000001', '12025000002', '13335550000'];

const calls: StoreCases<CallStore> = {
  file: 'server/drops/contacts/call-store.ts',
  open: ({ connection }) => new CallStore(createContactModel(connection)),
  calls: {
    listPending: async (store) => {
      const query = { afterSeq: 0, voidedPreparations: ['void'], limit: 500 };
      await store.listPending(CAMPAIGN, query);
      await store.listPending(CAMPAIGN, { ...query, windows: ['America/Chicago', 'America/Denver'] });
    },
    listWindows: (store) => store.listWindows(CAMPAIGN),
    listWithoutWindow: (store) => store.listWithoutWindow(CAMPAIGN, 1_000),
    setWindow: (store) => store.setWindow(CAMPAIGN, ids, 'America/Chicago'),
    markOutsideHours: (store) => store.markOutsideHours(CAMPAIGN, ids, 'claim-0'),
    claim: (store, { now }) => store.claim({ ...claimOf(now), _id: 'claim-9' }, ids, now, new Map()),
    listClaimed: (store) => store.listClaimed(CAMPAIGN, [1, 2, 3], 'claim-0'),
    release: (store) => store.release(CAMPAIGN, [2, 12], 'claim-0'),
    markPlaced: (store) => store.markPlaced(CAMPAIGN, ids, 'claim-0'),
    listClaims: (store) => store.listClaims(CAMPAIGN),
    cancelReleased: (store) => store.cancelReleased(CAMPAIGN, ['void'], 10),
    cancelPending: (store) => store.cancelPending(CAMPAIGN, 10),
    countCancelled: (store) => store.countCancelled(CAMPAIGN, ['void']),
    has: (store) => store.has(CAMPAIGN, ['claimed', 'placed']),
  },
};

const claim = { _id: 'claim-0', campaignId: CAMPAIGN, run: 1 };

const results: StoreCases<CallResultStore> = {
  file: 'server/drops/contacts/call-result-store.ts',
  open: ({ connection }) => new CallResultStore(createContactModel(connection)),
  calls: {
    markRefused: (store, { now }) => store.markRefused(claim, ids, failed(now)),
    markNotMade: (store, { now }) => store.markNotMade(claim, ids, failed(now)),
    listByIds: (store) => store.listByIds(ids),
    listBySeq: (store) => store.listBySeq(CAMPAIGN, [1, 2, 3]),
    listUnsettledTo: (store) => store.listUnsettledTo(phones),
    listByNumber: (store) => store.listByNumber([CAMPAIGN, NOT_STARTED], phones),
    report: (store, { now }) => store.report(CAMPAIGN, 1, [2, 3], failed(now)),
    finishPending: (store, { now }) => store.finishPending(CAMPAIGN, 1, ids, failed(now)),
    recordLateSuccess: (store) => store.recordLateSuccess(CAMPAIGN, 1, ids),
    giveUp: (store, { now }) => store.giveUp({ ...claim, seqs: [2, 3] }, failed(now)),
    giveUpUnder: (store, { now }) => store.giveUpUnder(claim, ['claim-0'], failed(now)),
    listUnsettled: (store) => store.listUnsettled(CAMPAIGN, 1, ['void'], 1_000),
    markSettled: (store) => store.markSettled(CAMPAIGN, 1, ids, 2),
  },
};

const contacts: StoreCases<ContactStore> = {
  file: 'server/drops/contacts/contact-store.ts',
  open: ({ connection }) => new ContactStore(createContactModel(connection), () => ANYWHERE),
  calls: {
    insert: (store) =>
      store.insert({
        campaignId: 'c-new',
        preparationId: 'create',
        run: 1,
        firstSeq: 1,
        later: false,
        contacts: [contactEnding('0001')],
      }),
    knownNumbers: (store) =>
      store.knownNumbers(
        CAMPAIGN,
        phones.map((listed) => ({ listed, dialled: listed })),
      ),
    page: async (store) => {
      const list = { id: CAMPAIGN, total: 5_000, unusedSeqs: [{ from: 4_020, to: 4_029 }] };
      await store.page(list, 0, 50);
      await store.page(list, 4_000, 50);
    },
    stream: (store) => store.stream(CAMPAIGN),
    erase: (store) => store.erase('c-105'),
    eraseSettled: (store) => store.eraseSettled(CAMPAIGN, 10),
    hasAny: (store) => store.hasAny(CAMPAIGN),
  },
};

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
  file: 'server/drops/call-lists/call-list-store.ts',
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

function claimOf(now: Date): ClaimDocument {
  return {
    _id: 'claim-1',
    campaignId: CAMPAIGN,
    run: 1,
    runEpoch: 1,
    state: 'placing',
    holder: 'holder',
    leaseUntil: now,
    firstClaimedAt: now,
    drops: [],
    seqs: [1],
  };
}

const claims: StoreCases<ClaimStore> = {
  file: 'server/drops/claims/claim-store.ts',
  open: ({ connection }) => new ClaimStore(createClaimModel(connection)),
  calls: {
    insert: (store, { now }) => store.insert({ ...claimOf(now), _id: 'claim-new' }),
    startPlacing: (store, { now }) => store.startPlacing(claimOf(now), now),
    renewPrefetched: (store, { now }) => store.renewPrefetched(CAMPAIGN, 'holder', now),
    renew: (store, { now }) => store.renew(claimOf(now), now),
    listExpired: (store, { now }) => store.listExpired(CAMPAIGN, now),
    reclaim: (store, { now }) => store.reclaim(claimOf(now), 'other', now),
    markVoid: (store, { now }) => store.markVoid(claimOf(now), now),
    retainDrops: (store, { now }) => store.retainDrops(claimOf(now), []),
    markPlaced: (store, { now }) => store.markPlaced(claimOf(now), now),
    markAbandoned: (store, { now }) => store.markAbandoned(claimOf(now), now),
    listOverdue: (store, { now }) => store.listOverdue(now, 200),
    remove: (store) => store.remove('claim-7'),
    listMissing: (store) => store.listMissing(['claim-1', 'claim-none']),
    exists: (store) => store.exists(CAMPAIGN),
    erase: (store) => store.erase('c-105', 1),
  },
};

const settlement = { _id: 'c-0:1', campaignId: CAMPAIGN, n: 4_000, runEpoch: 1 } as SettlementDocument;

const retries: StoreCases<RetryStore> = {
  file: 'server/drops/contacts/retry-store.ts',
  open: ({ connection }) => new RetryStore(createContactModel(connection)),
  calls: {
    undoPreparation: async (store) => {
      await store.undoPreparation(CAMPAIGN, 'retry');
      await store.undoPreparation(NOT_STARTED, 'add');
    },
    listRetryable: (store) => store.listRetryable(CAMPAIGN, 0, 1_000),
    requeue: (store) => store.requeue(CAMPAIGN, [6, 16].map(contactId), 'retry', 2),
    countOfPreparation: (store) => store.countOfPreparation(CAMPAIGN, 'retry'),
    retriedReasons: (store) => store.retriedReasons(CAMPAIGN, 'retry'),
    listRetried: (store) => store.listRetried(CAMPAIGN, 'retry', 0, 1_000),
  },
};

const recounts: StoreCases<RecountStore> = {
  file: 'server/drops/settlement/recount-store.ts',
  open: ({ connection }) => new RecountStore(createContactModel(connection)),
  calls: { streamCalls: (store) => store.streamCalls(CAMPAIGN) },
};

const settlements: StoreCases<SettlementStore> = {
  file: 'server/drops/settlement/settlement-store.ts',
  open: ({ connection }) => new SettlementStore(createSettlementModel(connection)),
  calls: {
    find: (store) => store.find(CAMPAIGN, 1),
    open: (store) => store.open({ ...settlement, _id: 'c-0:new', n: 100_000 }),
    listOpen: (store) => store.listOpen(),
    countingHours: (store) => store.countingHours(CAMPAIGN, [1, 2]),
    stream: (store) => store.stream(CAMPAIGN),
    listByRunEpoch: (store) => store.listByRunEpoch(settlement, 5),
    close: (store, { now }) => store.close(settlement, now),
    erase: (store) => store.erase(['c-101', 'c-103']),
  },
};

const speeches: StoreCases<SpeechStore> = {
  file: 'server/drops/speech/speech-store.ts',
  open: ({ connection }) => new SpeechStore(createSpeechModel(connection)),
  calls: {
    register: (store, { now }) => store.register(CAMPAIGN, ['text-1', 'text-new'], now),
    mediaOf: (store) => store.mediaOf('text-1'),
    record: (store) => store.record('text-1', 'media'),
    noteMedia: (store) => store.noteMedia('text-1', 'media'),
    named: (store) => store.named([`speech/${'0'.repeat(64)}.mp3`]),
    holdsMedia: (store) => store.holdsMedia('text-1', 'media'),
  },
};

const USERS = speechUsers({ id: CAMPAIGN, runEpoch: 2 });
const spentSpeech: StoreCases<SpentSpeechStore> = {
  file: 'server/drops/speech/spent-speech-store.ts',
  open: ({ connection }) => new SpentSpeechStore(createSpeechModel(connection)),
  calls: {
    hasAny: (store) => store.hasAny(USERS),
    listExclusive: (store) => store.listExclusive(USERS, 500),
    retire: (store, { now }) => store.retire(USERS, ['text-1', 'text-2'], now),
    // Run when the campaign has no text left.
    detachShared: (store) => store.detachShared(speechUsers({ id: 'c-105', runEpoch: 2 })),
    listOld: (store, { now }) => store.listOld(now, { _id: 'text-1', at: new Date(0), campaigns: [] }, 100),
    listDue: (store, { now }) => store.listDue(now, 500),
    forget: (store) => store.forget({ _id: 'text-0', discarded: ['media-0'] }),
    postpone: (store, { now }) => store.postpone(['text-1'], now),
  },
};

const dayOfOwner = { _id: `${OWNER}:2020-01-01`, seen: { [CAMPAIGN]: 1 } };

const days: StoreCases<DayCounterStore> = {
  file: 'server/drops/settlement/day-counter-store.ts',
  open: ({ connection }) => new DayCounterStore(createDayCounterModel(connection)),
  calls: {
    count: (store, { now }) =>
      store.count({
        userId: OWNER,
        day: now.toISOString().slice(0, 10),
        campaignId: CAMPAIGN,
        n: 2,
        delivered: 1,
        failed: 0,
        hours: { '1-09': { delivered: 1, failed: 0 } },
      }),
    listHours: (store, { now }) => store.listHours(OWNER, '2020-01-01', now.toISOString().slice(0, 10)),
    streamUnchanged: (store, { now }) => store.streamUnchanged(new Date(now.getTime() - 1_800_000)),
    clearSettlements: (store, { now }) =>
      store.clearSettlements({ id: `${OWNER}:2020-01-01`, countedAt: now }),
    erase: (store) => store.erase('u-1'),
    listAll: (store) => store.listAll(OWNER),
    nextUser: (store) => store.nextUser('u-1'),
    isUnchanged: (store) => store.isUnchanged(dayOfOwner),
    has: (store) => store.has(dayOfOwner._id),
    correct: (store) => store.correct(dayOfOwner, { delivered: 1, failed: 1, hours: {} }),
    restore: (store) =>
      store.restore({ _id: 'u-new:2020-01-01', userId: 'u-new', day: '2020-01-01', delivered: 1, failed: 0 }),
    list: (store, { now }) => {
      const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
      return store.list(OWNER, day(6), day(0));
    },
  },
};

const slots: StoreCases<RateSlotStore> = {
  file: 'server/drops/placement/rate-slot-store.ts',
  open: ({ connection }) => new RateSlotStore(createRateSlotModel(connection)),
  calls: {
    take: (store, { now }) =>
      store.take('limit-7', { count: 1, intervalMs: 1, now: now.getTime(), oldest: 0 }),
  },
};

const erasedCalls: StoreCases<ErasedCallStore> = {
  file: 'server/drops/contacts/erased-call-store.ts',
  open: ({ connection }) => new ErasedCallStore(createErasedCallModel(connection)),
  calls: {
    note: (store, { now }) => store.note([{ phone: '12025000001', at: now }]),
    among: (store) => store.among(phones, new Date(0)),
  },
};

const leftOut: StoreCases<LeftOutStore> = {
  file: 'server/drops/contacts/left-out-store.ts',
  open: ({ connection }) => new LeftOutStore(createLeftOutModel(connection)),
  calls: {
    insert: (store) =>
      store.insert([
        {
          ...{ campaignId: 'c-new', preparationId: 'create', firstSeq: 1, line: 2 },
          ...{ phone: '12025000001', name: 'Ana', reason: 'do not call' },
        },
      ]),
    undo: (store) => store.undo(CAMPAIGN, 'preparation-4'),
    countsOf: (store) => store.countsOf(CAMPAIGN, 'preparation-8'),
    stream: (store) => store.stream(CAMPAIGN),
    erase: (store) => store.erase('c-105'),
  },
};

const jobs: StoreCases<JobStore> = {
  file: 'server/jobs/job-store.ts',
  open: ({ connection }) => new JobStore(connection, 'this-worker'),
  calls: {
    createIndex: (store) => store.createIndex(),
    oldestDue: (store, { now }) => store.oldestDue(now),
    removeEnded: (store, { now }) => store.removeEnded(now),
    removeWaiting: (store, { now }) => store.removeWaiting('start-campaign', 'c-20', now),
    release: (store, { now }) => store.release(now),
    transferToSharedQueue: (_, { connection }) =>
      new JobStore(connection, 'this-worker', SEED_JOBS).transferToSharedQueue(),
    drop: (_, { connection }) => new JobStore(connection, 'this-worker', SEED_JOBS).drop(),
  },
};

const jobNotices: StoreCases<Pick<JobNotices, 'connect' | 'publish'>> = {
  file: 'server/jobs/job-notices-store.ts',
  open: ({ connection }) => new JobNotices(connection, createLogger('silent'), SHARED_JOBS.notices),
  calls: {
    connect: async (store) => {
      await store.connect();
      await (store as JobNotices).disconnect();
    },
    publish: () => undefined,
  },
  exemptions: { connect: 'a capped collection of a fixed size is read in the order it was written' },
};

export const dropCalls = [
  ...callsOf(calls),
  ...callsOf(results),
  ...callsOf(contacts),
  ...callsOf(retries),
  ...callsOf(callLists),
  ...callsOf(recounts),
  ...callsOf(claims),
  ...callsOf(settlements),
  ...callsOf(speeches),
  ...callsOf(spentSpeech),
  ...callsOf(days),
  ...callsOf(slots),
  ...callsOf(erasedCalls),
  ...callsOf(leftOut),
  ...callsOf(jobs),
  ...callsOf(jobNotices),
];
