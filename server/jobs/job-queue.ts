import type { Agenda, Job } from 'agenda';
import type { Clock } from '#server/lib/clock.ts';
import { EARLY_MS } from './agenda.ts';
import { JOB_NAMES, type CampaignJobData, type StartJobData } from './job-names.ts';
import type { JobStore } from './job-store.ts';

/** Settlements for times this close together are one. */
const SAME_MS = 1_000;

/** Asks for work on whichever worker is free; a process that runs no jobs itself can do so too. */
export interface JobQueue {
  run(campaignId: string): Promise<void>;
  goOn(campaignId: string, at?: Date): Promise<void>;
  ensureRunning(campaignId: string): Promise<void>;
  startAt(campaignId: string, at: Date): Promise<void>;
  settle(campaignId: string, at?: Date): Promise<void>;
  cancelSettle(campaignId: string): Promise<void>;
  notify(campaignId: string): Promise<void>;
}

/** The campaigns' jobs on Agenda (the port `DropJobs` of drops). */
export function createJobQueue(agenda: Agenda, clock: Clock, store: JobStore): JobQueue {
  const job = (name: string, campaignId: string, at = clock.now()) =>
    agenda.create<CampaignJobData>(name, { campaignId }).schedule(at);
  return {
    async run(campaignId) {
      await job(JOB_NAMES.run, campaignId).save();
    },
    async goOn(campaignId, at) {
      const waiting = { 'data.campaignId': campaignId, nextRunAt: { $ne: null }, lockedAt: null };
      await job(JOB_NAMES.run, campaignId, at).unique(waiting, { insertOnly: true }).save();
    },
    async ensureRunning(campaignId) {
      // A job that has ended may still be there, where its worker died before it was removed: it will never run again.
      const heartbeat = { $or: [{ nextRunAt: { $ne: null } }, { lockedAt: { $ne: null } }] };
      await job(JOB_NAMES.run, campaignId)
        .unique({ 'data.campaignId': campaignId, ...heartbeat }, { insertOnly: true })
        .save();
    },
    async startAt(campaignId, at) {
      // A worker that waits to start it removes its job when that ends: another one is needed.
      const waiting = { 'data.campaignId': campaignId, lockedAt: null };
      await startJob(agenda, { campaignId, at }).unique(waiting).save();
    },
    async settle(campaignId, at) {
      const due = at ?? clock.now();
      // One that nobody has begun sees what was stored before it was asked for; one for a later time does not come too soon.
      const nextRunAt = { $lte: due, ...(at !== undefined && { $gt: new Date(at.getTime() - SAME_MS) }) };
      await job(JOB_NAMES.settle, campaignId, due)
        .unique({ 'data.campaignId': campaignId, lockedAt: null, nextRunAt }, { insertOnly: true })
        .save();
    },
    cancelSettle: (campaignId) => store.removeWaiting(JOB_NAMES.settle, campaignId, clock.now()),
    async notify(campaignId) {
      await job(JOB_NAMES.notify, campaignId).save();
    },
  };
}

/** A start that comes `EARLY_MS` before its time; not saved yet. */
export function startJob(agenda: Agenda, data: StartJobData): Job<StartJobData> {
  return agenda.create<StartJobData>(JOB_NAMES.start, data).schedule(new Date(data.at.getTime() - EARLY_MS));
}
