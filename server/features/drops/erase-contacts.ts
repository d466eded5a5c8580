import type { JobControl } from '#server/platform/work/job-control.ts';
import type { DropsDeps } from './drops-deps.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';
import { eraseSpeech } from './speech/erase-speech.ts';

/**
 * Erases the contacts of a final campaign in batches, with its speech; its counters and settlements stay. Late successes
 * are settled first, as a settlement reads its contacts. Returns false if contacts are left because the worker stops or
 * another success was reported meanwhile; call it again then. Repeatable.
 */
export async function eraseContacts(
  deps: DropsDeps,
  campaignId: string,
  { signal, heartbeat }: JobControl,
): Promise<boolean> {
  const { campaigns, claims, contacts, options } = deps;
  await settleCampaign(deps, campaignId, heartbeat);
  let erased: number;
  do {
    if (signal.aborted) return false;
    await heartbeat();
    erased = await contacts.eraseSettled(campaignId, options.eraseBatchSize);
  } while (erased > 0);
  await deps.leftOut.erase(campaignId, heartbeat);
  const campaign = await campaigns.find(campaignId);
  if (campaign !== undefined) {
    await eraseSpeech(deps, campaign, heartbeat);
    await deps.erasePreviews(campaign.userId, campaign.voiceId);
    await claims.erase(campaignId, campaign.run);
  }
  return !(await contacts.hasAny(campaignId));
}
