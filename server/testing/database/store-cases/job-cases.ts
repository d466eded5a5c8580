import { SEED_JOBS, SHARED_JOBS } from '#server/platform/work/agenda.ts';
import { JobNotices } from '#server/platform/work/job-notices-store.ts';
import { JobStore } from '#server/platform/work/job-store.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { after, callsOf, type StoreCases } from './store-cases.ts';

const jobs: StoreCases<JobStore> = {
  file: 'server/platform/work/job-store.ts',
  open: ({ connection }) => new JobStore(connection, 'this-worker'),
  calls: {
    createIndex: (store) => store.createIndex(),
    oldestDue: (store, { now }) => store.oldestDue(['run-campaign', 'duty'], ['duty-20'], now),
    dueBy: (store, { now }) => store.dueBy(['run-campaign', 'settle-campaign'], now),
    removeEnded: (store, { now }) => store.removeEnded(['run-campaign'], now),
    removeWaiting: (store, { now }) =>
      store.removeWaiting('start-campaign', { 'data.campaignId': 'c-20' }, now),
    addDuty: (store, { now }) => store.addDuty('duty-20', 30_000, now),
    triggerDuty: (store, { now }) => store.triggerDuty('duty-20', now),
    extendJob: (store, { now }) => store.extendJob('5f0000000000000000000020', [now], after(now)),
    endJob: (store, { now }) => store.endJob('5f0000000000000000000020', [now], null),
    takeDuty: (store, { now }) => store.takeDuty(['duty-20'], now, after(now)),
    extendDuty: (store, { now }) => store.extendDuty('5f0000000000000000000020', now),
    endDuty: (store, { now }) =>
      store.endDuty('5f0000000000000000000020', now, new Date(now.getTime() + 30_000)),
    unlockOwn: (store, { now }) => store.unlockOwn(now),
    transferToSharedQueue: (_, { connection }) =>
      new JobStore(connection, 'this-worker', SEED_JOBS).transferToSharedQueue(),
    drop: (_, { connection }) => new JobStore(connection, 'this-worker', SEED_JOBS).drop(),
  },
};

const jobNotices: StoreCases<Pick<JobNotices, 'connect' | 'publish'>> = {
  file: 'server/platform/work/job-notices-store.ts',
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

export const jobCalls = [...callsOf(jobs), ...callsOf(jobNotices)];
