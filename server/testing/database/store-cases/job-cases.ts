import { SEED_JOBS, SHARED_JOBS } from '#server/platform/work/agenda.ts';
import { JobNotices } from '#server/platform/work/job-notices-store.ts';
import { JobStore, newJobId } from '#server/platform/work/job-store.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const own = { _id: newJobId(), name: 'run-campaign', data: { campaignId: 'c-20' } };

const jobs: StoreCases<JobStore> = {
  file: 'server/platform/work/job-store.ts',
  open: ({ connection }) => new JobStore(connection, 'this-worker'),
  calls: {
    createIndex: (store) => store.createIndex(),
    oldestDue: (store, { now }) => store.oldestDue(now),
    dueBy: (store, { now }) => store.dueBy(['run-campaign', 'settle-campaign'], now),
    removeEnded: (store, { now }) => store.removeEnded(now),
    removeWaiting: (store, { now }) => store.removeWaiting('start-campaign', 'c-20', now),
    insertLocked: (store, { now }) => store.insertLocked(own, now),
    touchLocked: (store, { now }) => store.touchLocked(own._id, now),
    removeLocked: (store) => store.removeLocked(own._id),
    addDuty: (store, { now }) => store.addDuty('duty-20', 30_000, now),
    hurryDuty: (store, { now }) => store.hurryDuty('duty-20', now),
    endDuty: (store, { now }) => store.endDuty(String(own._id), now, now),
    release: (store, { now }) => store.release(now),
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
