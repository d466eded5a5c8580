import type { Jobs } from '#server/platform/work/jobs.ts';

const nothing = () => Promise.resolve();

/** A job queue that keeps and executes nothing. */
export const NO_JOBS: Jobs = {
  queue: { add: nothing, removeLater: nothing },
  start: nothing,
  recur: nothing,
  trigger: () => undefined,
  announce: () => undefined,
  onAnnounced: () => undefined,
  stop: nothing,
};
