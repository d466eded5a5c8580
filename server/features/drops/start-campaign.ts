import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { DropsDeps } from './drops-deps.ts';
import { callBlock } from './placement/callable-campaign.ts';

/**
 * Moves a due campaign to Sending and queues its run. Repeatable: also if a worker died between the two. While no calls may be
 * placed for its account it is left as it is, and the scan asks for it again: one that is overdue by then is paused.
 */
export async function startCampaign(deps: DropsDeps, campaignId: string): Promise<void> {
  const due = await deps.campaigns.find(campaignId);
  if (due === undefined || (await callBlock(deps, due.caller)) !== undefined) return;
  const campaign = await start(deps, campaignId);
  if (campaign?.status === 'Sending') await deps.jobs.ensureRunning(campaignId);
}

/** Starts a due campaign, or pauses it if it is overdue. Returns it as it is then. */
async function start(
  { campaigns, jobs }: DropsDeps,
  campaignId: string,
): Promise<RunnableCampaign | undefined> {
  const started = await campaigns.startOnTime(campaignId);
  if (started !== undefined) return started;
  if ((await campaigns.startDue(campaignId)) === 'Paused') await jobs.notify(campaignId);
  return campaigns.find(campaignId);
}
