import type { Jobs } from '#server/platform/work/jobs.ts';

const nothing = () => Promise.resolve();

/** A job queue that keeps and executes nothing. */
export const NO_JOBS: Jobs = {
  queue: {
    ...{ run: nothing, continueRun: nothing, ensureRunning: nothing, startAt: nothing },
    ...{ settle: nothing, cancelSettle: nothing, notify: nothing, advance: nothing },
    buildList: nothing,
  },
  start: nothing,
  recur: nothing,
  hurry: () => undefined,
  stop: nothing,
};
