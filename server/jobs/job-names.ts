/** The jobs of the system: each is about one campaign, or about looking for work. */
export const JOB_NAMES = {
  start: 'start-campaign',
  run: 'run-campaign',
  settle: 'settle-campaign',
  notify: 'notify-owner',
  scan: 'scan',
  cleanUp: 'clean-up',
} as const;

export interface CampaignJobData {
  campaignId: string;
  /** How often it has failed. */
  failures?: number;
}

/** A start has its time with it: the job itself comes before (server/jobs/decisions/0001-job-notices.md). */
export interface StartJobData extends CampaignJobData {
  at: Date;
}
