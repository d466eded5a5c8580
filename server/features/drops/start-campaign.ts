import type { DropsDeps } from './drops-deps.ts';
import { BLOCKED_REASON, callBlock, isBlockedForLong } from './placement/callable-campaign.ts';

export const OVERDUE_REASON = 'Its start date passed more than a day ago while Hark was not running';

/**
 * Moves a due campaign to Sending and queues its run. Repeatable: also if a worker died between the two. While no calls may be
 * placed for its account the scan asks for it again. One that is overdue by a day is paused, also while it waits for that.
 */
export async function startCampaign(deps: DropsDeps, campaignId: string): Promise<void> {
  const due = await deps.campaigns.find(campaignId);
  if (due === undefined) return;
  const block = await callBlock(deps, due.caller);
  if (block === undefined) await start(deps, campaignId);
  else if (isBlockedForLong(deps, block)) await pauseOverdue(deps, campaignId, BLOCKED_REASON);
}

async function start(deps: DropsDeps, campaignId: string): Promise<void> {
  const started = await deps.campaigns.startOnTime(campaignId);
  if (started === undefined) await pauseOverdue(deps, campaignId, OVERDUE_REASON);
  const campaign = started ?? (await deps.campaigns.find(campaignId));
  if (campaign?.status === 'Sending') await deps.jobs.ensureRunning(campaignId);
}

async function pauseOverdue({ campaigns, jobs }: DropsDeps, campaignId: string, reason: string) {
  if (await campaigns.pauseOverdue(campaignId, reason)) await jobs.notify(campaignId);
}
