import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { JobData, JobKind, JobQueue } from '#server/platform/work/job.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { DropHandlers, DropJobs } from './api.ts';

/** The names under which jobs are stored. */
const [START, RUN, SETTLE, NOTIFY] = ['start-campaign', 'run-campaign', 'settle-campaign', 'notify-owner'];
/** Settlements due within this time of each other are deduplicated. */
const DEDUPLICATION_MS = 1_000;
/** Concurrent campaign runs per worker. A run ends after its time slice and queues its continuation, so all progress. */
const RUNS = 50;
/** Well below the lifetime of a lock. */
const MAX_WAIT_MS = 3_000;

interface CampaignJob extends JobData {
  campaignId: string;
}

interface StartJob extends CampaignJob {
  at: Date;
}

/** Returns what enqueues the work on campaigns. */
export function createDropJobs(queue: JobQueue): DropJobs {
  return {
    run: (campaignId) => queue.add(RUN, { campaignId }),
    continueRun: (campaignId, at) => queue.add(RUN, { campaignId }, { ...(at && { at }), ifOther: 'waits' }),
    ensureRunning: (campaignId) => queue.add(RUN, { campaignId }, { ifOther: 'runs' }),
    startAt: (campaignId, at) => queue.add(START, { campaignId }, { at, data: { at }, ifOther: 'replaced' }),
    settle(campaignId, at) {
      // A job that has not begun will see everything stored so far. For a given time, a much earlier job does not count.
      const later = at && { at, after: new Date(at.getTime() - DEDUPLICATION_MS) };
      return queue.add(SETTLE, { campaignId }, { ...later, ifOther: 'waits' });
    },
    cancelSettle: (campaignId) => queue.removeLater(SETTLE, { campaignId }),
    notify: (campaignId) => queue.add(NOTIFY, { campaignId }),
  };
}

/** Returns how the work on campaigns is executed. */
export function dropJobKinds(clock: Clock, handlers: DropHandlers): JobKind[] {
  return [
    { name: START, run: (job: StartJob, { signal }) => start(clock, handlers, job, signal) },
    {
      name: RUN,
      concurrency: RUNS,
      run: ({ campaignId }: CampaignJob, control: JobControl) => handlers.runCampaign(campaignId, control),
    },
    {
      name: SETTLE,
      keepsLock: true,
      run: ({ campaignId }: CampaignJob, control) => handlers.settleCampaign(campaignId, control),
    },
    { name: NOTIFY, run: ({ campaignId }: CampaignJob) => handlers.notifyOwner(campaignId) },
  ];
}

/** An earlier version schedules starts too early, and the clock of this machine may be ahead. */
async function start(
  clock: Clock,
  handlers: DropHandlers,
  { campaignId, at }: StartJob,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const early = at.getTime() - clock.now().getTime();
  if (early > 0) {
    await sleep(Math.min(early, MAX_WAIT_MS), undefined, { signal }).catch(() => undefined);
    return at;
  }
  await handlers.startCampaign(campaignId);
  return undefined;
}
