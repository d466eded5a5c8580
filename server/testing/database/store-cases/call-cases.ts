import { CallResultStore, type FinalCall } from '#server/features/drops/contacts/call-result-store.ts';
import { CallStore } from '#server/features/drops/contacts/call-store.ts';
import {
  createClaimModel,
  type ClaimDocument,
  ClaimStore,
} from '#server/features/drops/claims/claim-store.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import { createErasedCallModel, ErasedCallStore } from '#server/features/drops/contacts/erased-call-store.ts';
import { createRateSlotModel, RateSlotStore } from '#server/features/drops/placement/rate-slot-store.ts';
import { CAMPAIGN, contactId, NOT_STARTED, PHONES } from '../known-ids.ts';
import { after, callsOf, type StoreCases } from './store-cases.ts';

const failed = (at: Date): FinalCall => ({
  status: 'failed',
  at,
  code: '1',
  reason: 'r',
  retryable: false,
});

const ids = [0, 1, 2, 3].map(contactId);

const calls: StoreCases<CallStore> = {
  file: 'server/features/drops/contacts/call-store.ts',
  open: ({ connection }) => new CallStore(createContactModel(connection)),
  calls: {
    listPending: async (store) => {
      const query = { afterSeq: 0, voidedPreparations: ['void'], limit: 500 };
      await store.listPending(CAMPAIGN, query);
      await store.listPending(CAMPAIGN, { ...query, windows: ['America/Chicago', 'America/Denver'] });
    },
    listWindows: (store) => store.listWindows(CAMPAIGN),
    countWindows: (store) => store.countWindows(CAMPAIGN),
    listWithoutWindow: (store) => store.listWithoutWindow(CAMPAIGN, 1_000),
    setWindow: (store) => store.setWindow(CAMPAIGN, ids, 'America/Chicago'),
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
  file: 'server/features/drops/contacts/call-result-store.ts',
  open: ({ connection }) => new CallResultStore(createContactModel(connection)),
  calls: {
    markRefused: (store, { now }) => store.markRefused(claim, ids, failed(now)),
    markNotMade: (store, { now }) => store.markNotMade(claim, ids, failed(now)),
    listByIds: (store) => store.listByIds(ids),
    listBySeq: (store) => store.listBySeq(CAMPAIGN, [1, 2, 3]),
    listUnsettledTo: (store) => store.listUnsettledTo(PHONES),
    listByNumber: (store) => store.listByNumber([CAMPAIGN, NOT_STARTED], PHONES),
    report: (store, { now }) => store.report(CAMPAIGN, 1, [2, 3], failed(now)),
    finishPending: (store, { now }) => store.finishPending(CAMPAIGN, 1, ids, failed(now)),
    recordLateSuccess: (store) => store.recordLateSuccess(CAMPAIGN, 1, ids),
    giveUp: (store, { now }) => store.giveUp({ ...claim, seqs: [2, 3] }, failed(now)),
    giveUpUnder: (store, { now }) => store.giveUpUnder(claim, ['claim-0'], failed(now)),
    listUnsettled: (store) => store.listUnsettled(CAMPAIGN, 1, ['void'], 1_000),
    markSettled: (store) => store.markSettled(CAMPAIGN, 1, ids, 2),
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
  file: 'server/features/drops/claims/claim-store.ts',
  open: ({ connection }) => new ClaimStore(createClaimModel(connection)),
  calls: {
    insert: (store, { now }) => store.insert({ ...claimOf(now), _id: 'claim-new' }),
    startPlacing: (store, { now }) => store.startPlacing(claimOf(now), after(now)),
    renewPrefetched: (store, { now }) => store.renewPrefetched(CAMPAIGN, 'holder', now),
    renew: (store, { now }) => store.renew(claimOf(now), after(now)),
    listExpired: (store, { now }) => store.listExpired(CAMPAIGN, now),
    reclaim: (store, { now }) => store.reclaim(claimOf(now), 'other', now),
    markVoid: (store, { now }) => store.markVoid(claimOf(now), after(now)),
    retainDrops: (store, { now }) => store.retainDrops(claimOf(now), []),
    markPlaced: (store, { now }) => store.markPlaced(claimOf(now), after(now)),
    markAbandoned: (store, { now }) => store.markAbandoned(claimOf(now), after(now)),
    listOverdue: (store, { now }) => store.listOverdue(now, 200),
    remove: (store) => store.remove('claim-7'),
    listMissing: (store) => store.listMissing(['claim-1', 'claim-none']),
    exists: (store) => store.exists(CAMPAIGN),
    erase: (store) => store.erase('c-105', 1),
  },
};

const slots: StoreCases<RateSlotStore> = {
  file: 'server/features/drops/placement/rate-slot-store.ts',
  open: ({ connection }) => new RateSlotStore(createRateSlotModel(connection)),
  calls: {
    take: (store, { now }) =>
      store.take('limit-7', { count: 1, intervalMs: 1, now: now.getTime(), oldest: 0 }),
  },
};

const erasedCalls: StoreCases<ErasedCallStore> = {
  file: 'server/features/drops/contacts/erased-call-store.ts',
  open: ({ connection }) => new ErasedCallStore(createErasedCallModel(connection)),
  calls: {
    note: (store, { now }) => store.note([{ phone: '12025000001', at: now }]),
    among: (store) => store.among(PHONES, new Date(0)),
  },
};

export const callCalls = [
  ...callsOf(calls),
  ...callsOf(results),
  ...callsOf(claims),
  ...callsOf(slots),
  ...callsOf(erasedCalls),
];
