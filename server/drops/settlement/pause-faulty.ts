import type { Logger } from '#server/lib/log.ts';
import type { CampaignRegister, DropJobs, RunnableCampaign } from '#server/drops/ports.ts';

export interface PauseDeps {
  campaigns: Pick<CampaignRegister, 'pause'>;
  jobs: Pick<DropJobs, 'notify'>;
  log: Logger;
}

/**
 * Pauses a campaign for a fault that more calls would run into as well; its owner is told. Any number of workers may
 * see the same fault: one of them pauses, and none does once the campaign was resumed, which begins another run epoch.
 */
export async function pauseFaulty(
  { campaigns, jobs, log }: PauseDeps,
  { id: campaignId, runEpoch }: Pick<RunnableCampaign, 'id' | 'runEpoch'>,
  reason: string,
): Promise<void> {
  if (!(await campaigns.pause(campaignId, runEpoch, reason))) return;
  log.warn({ campaignId, reason }, 'a campaign was paused by the system');
  await jobs.notify(campaignId);
}
