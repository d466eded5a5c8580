import type { Agenda } from 'agenda';
import { JOB_NAMES, type CampaignJobData } from './job-names.ts';

/** Asks for work on whichever worker is free; a process that runs no jobs itself can do so too. */
export interface JobQueue {
  run(campaignId: string, at?: Date): Promise<void>;
  ensureRunning(campaignId: string): Promise<void>;
  startAt(campaignId: string, at: Date): Promise<void>;
  settle(campaignId: string, at?: Date): Promise<void>;
  notify(campaignId: string): Promise<void>;
}

/** The campaigns' jobs on Agenda (the port `DropJobs` of drops). */
export function createJobQueue(agenda: Agenda): JobQueue {
  const job = (name: string, campaignId: string, at = new Date()) =>
    agenda.create<CampaignJobData>(name, { campaignId }).schedule(at);
  return {
    async run(campaignId, at) {
      await job(JOB_NAMES.run, campaignId, at).save();
    },
    async ensureRunning(campaignId) {
      await job(JOB_NAMES.run, campaignId)
        .unique({ 'data.campaignId': campaignId }, { insertOnly: true })
        .save();
    },
    async startAt(campaignId, at) {
      await job(JOB_NAMES.start, campaignId, at).unique({ 'data.campaignId': campaignId }).save();
    },
    async settle(campaignId, at) {
      await job(JOB_NAMES.settle, campaignId, at).save();
    },
    async notify(campaignId) {
      await job(JOB_NAMES.notify, campaignId).save();
    },
  };
}
