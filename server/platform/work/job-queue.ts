import type { Agenda, Job } from 'agenda';
import type { ListJobs } from '#server/features/contact-lists/api.ts';
import type { DropJobs } from '#server/features/drops/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { callContext } from '#server/platform/lib/observability/call-context.ts';
import type { VoiceJobs } from '#server/features/voices/api.ts';
import {
  JOB_NAMES,
  type CampaignJobData,
  type ListJobData,
  type StartJobData,
  type VoiceJobData,
  START_LEAD_MS,
} from './agenda.ts';
import { ACTIVE, type JobStore } from './job-store.ts';

/** Settlement jobs due within this time of each other are deduplicated. */
const DEDUPLICATION_MS = 1_000;

/** Creates the queue of campaign, voice and list jobs on Agenda, for any worker; processes without workers can enqueue too. */
export function createJobQueue(
  agenda: Agenda,
  clock: Clock,
  store: JobStore,
): DropJobs & VoiceJobs & ListJobs {
  const job = (name: string, campaignId: string, at = clock.now()) =>
    agenda.create<CampaignJobData>(name, { campaignId, ...origin() }).schedule(at);
  return {
    async run(campaignId) {
      await job(JOB_NAMES.run, campaignId).save();
    },
    async continueRun(campaignId, at = clock.now()) {
      const waiting = { 'data.campaignId': campaignId, nextRunAt: { $ne: null, $lte: at }, lockedAt: null };
      await job(JOB_NAMES.run, campaignId, at).unique(waiting, { insertOnly: true }).save();
    },
    async ensureRunning(campaignId) {
      await job(JOB_NAMES.run, campaignId)
        .unique({ 'data.campaignId': campaignId, ...ACTIVE }, { insertOnly: true })
        .save();
    },
    async startAt(campaignId, at) {
      // A locked job is already being executed and removed at its end, so it cannot be rescheduled.
      const waiting = { 'data.campaignId': campaignId, lockedAt: null };
      await startJob(agenda, { campaignId, at, ...origin() })
        .unique(waiting)
        .save();
    },
    async settle(campaignId, at) {
      const due = at ?? clock.now();
      // A job that has not begun will see everything stored so far. For a given time, a much earlier job does not count.
      const nextRunAt = {
        $lte: due,
        ...(at !== undefined && { $gt: new Date(at.getTime() - DEDUPLICATION_MS) }),
      };
      await job(JOB_NAMES.settle, campaignId, due)
        .unique({ 'data.campaignId': campaignId, lockedAt: null, nextRunAt }, { insertOnly: true })
        .save();
    },
    cancelSettle: (campaignId) => store.removeWaiting(JOB_NAMES.settle, campaignId, clock.now()),
    async notify(campaignId) {
      await job(JOB_NAMES.notify, campaignId).save();
    },
    async buildList(listId) {
      const waiting = { 'data.listId': listId, lockedAt: null, nextRunAt: { $ne: null } };
      const build = agenda.create<ListJobData>(JOB_NAMES.list, { listId, ...origin() }).schedule(clock.now());
      await build.unique(waiting, { insertOnly: true }).save();
    },
    async advance(vid, at = clock.now()) {
      const waiting = { 'data.vid': vid, lockedAt: null, nextRunAt: { $lte: at } };
      const advance = agenda.create<VoiceJobData>(JOB_NAMES.voice, { vid, ...origin() }).schedule(at);
      await advance.unique(waiting, { insertOnly: true }).save();
    },
  };
}

/** Returns the request that enqueues a job, for the log lines of the job. */
export function origin(): { requestId?: string } {
  const { requestId } = callContext() ?? {};
  return requestId === undefined ? {} : { requestId };
}

/** Returns an unsaved start job, scheduled `START_LEAD_MS` before its time. */
export function startJob(agenda: Agenda, data: StartJobData): Job<StartJobData> {
  return agenda
    .create<StartJobData>(JOB_NAMES.start, data)
    .schedule(new Date(data.at.getTime() - START_LEAD_MS));
}
