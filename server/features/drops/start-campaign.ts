import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { BegunRun } from './api.ts';
import type { DropsDeps } from './drops-deps.ts';
import { runCampaign } from './run-campaign.ts';

/**
 * Moves a due campaign to Sending and begins its run with `beginRun`, or queues it. Repeatable: also if a worker died between
 * the status change and the run.
 */
export async function startCampaign(
  deps: DropsDeps,
  campaignId: string,
  beginRun: () => Promise<BegunRun | undefined> = () => Promise.resolve(undefined),
): Promise<void> {
  // Together, as the first call waits for both: a run of a campaign that is not Sending ends at once.
  const [started, begun] = await Promise.allSettled([start(deps, campaignId), beginRun()]);
  const campaign = started.status === 'fulfilled' ? started.value : undefined;
  const run = begun.status === 'fulfilled' ? begun.value : undefined;
  if (campaign?.status !== 'Sending') await run?.cancel();
  else if (run === undefined) await deps.jobs.ensureRunning(campaignId);
  else run.execute((control) => runCampaign(deps, campaignId, control, campaign));
  if (started.status === 'rejected') throw started.reason;
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
