import { DAY_MS } from '#shared/time-units.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import {
  createDayCounterModel,
  DayCounterStore,
} from '#server/features/drops/settlement/day-counter-store.ts';
import { RecountStore } from '#server/features/drops/settlement/recount-store.ts';
import {
  createSettlementModel,
  type SettlementDocument,
  SettlementStore,
} from '#server/features/drops/settlement/settlement-store.ts';
import { CAMPAIGN, OWNER } from '../known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const settlement = { _id: 'c-0:1', campaignId: CAMPAIGN, n: 4_000, runEpoch: 1 } as SettlementDocument;

const recounts: StoreCases<RecountStore> = {
  file: 'server/features/drops/settlement/recount-store.ts',
  open: ({ connection }) => new RecountStore(createContactModel(connection)),
  calls: { streamCalls: (store) => store.streamCalls(CAMPAIGN) },
};

const settlements: StoreCases<SettlementStore> = {
  file: 'server/features/drops/settlement/settlement-store.ts',
  open: ({ connection }) => new SettlementStore(createSettlementModel(connection)),
  calls: {
    find: (store) => store.find(CAMPAIGN, 1),
    open: (store) => store.open({ ...settlement, _id: 'c-0:new', n: 100_000 }),
    listOpen: (store) => store.listOpen(),
    countingHours: (store) => store.countingHours(CAMPAIGN, [1, 2]),
    takenBackThrough: (store) => store.takenBackThrough(CAMPAIGN, 1),
    stream: (store) => store.stream(CAMPAIGN),
    listByRunEpoch: (store) => store.listByRunEpoch(settlement, 5),
    close: (store, { now }) => store.close(settlement, now),
    erase: (store) => store.erase(['c-101', 'c-103']),
  },
};

const dayOfOwner = { _id: `${OWNER}:2020-01-01`, seen: { [CAMPAIGN]: 1 } };

const days: StoreCases<DayCounterStore> = {
  file: 'server/features/drops/settlement/day-counter-store.ts',
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
      const day = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
      return store.list(OWNER, day(6), day(0));
    },
  },
};

export const settlementCalls = [...callsOf(settlements), ...callsOf(recounts), ...callsOf(days)];
