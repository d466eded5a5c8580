/** The kinds of jobs: work on one campaign, or periodic maintenance. */
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
  /** Number of failed executions. */
  failures?: number;
}

/** `at` is the start time; the job itself is scheduled earlier (`decisions/0002-early-starts.md`). */
export interface StartJobData extends CampaignJobData {
  at: Date;
}
