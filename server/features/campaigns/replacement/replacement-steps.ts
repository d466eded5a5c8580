import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { RecordedEvent } from '#server/features/credits/api.ts';
import {
  callsOf,
  createHeartbeat,
  holdKey,
  type Heartbeat,
} from '#server/features/campaigns/preparation/prepare.ts';
import type { ReplacedCampaign } from './replacement-store.ts';

/** What a replacement writes to. */
export type ReplacementDeps = Pick<
  CampaignsDeps,
  'replacements' | 'contacts' | 'consents' | 'ledger' | 'jobs' | 'clock' | 'preparationLeaseMs'
>;

/** Returns how many more calls a replacement makes than its campaign has; negative if they are fewer. */
export function moreCalls({ preparing, total }: ReplacedCampaign): number {
  return preparing.calls - total;
}

/** Returns the key of the release that a replacement makes: of calls that it does not need, or of its own hold. */
export function releaseKey(campaignId: string, ids: { run: number; preparationId: string }): string {
  return `release:${campaignId}:${String(ids.run)}:${ids.preparationId}`;
}

/** Returns a heartbeat that renews the lease of a replacement; it throws once that is closed, unless it is decided. */
export function heartbeatOf(
  deps: ReplacementDeps,
  { _id, preparing }: ReplacedCampaign,
  { isDecided = false } = {},
): Heartbeat {
  return createHeartbeat(deps, preparing.replaceUntil, async (until) => {
    const isOpen = await deps.replacements.renew(_id, preparing.preparationId, until);
    return isOpen || isDecided;
  });
}

/**
 * Completes a replacement that is decided: its contacts take the place of the others, calls that it does not need are
 * released, and one update gives the campaign its new fields. Each step can be repeated, also by a stale worker after the
 * end: it erases by number only what was there before, and its key has its release.
 */
export async function completeReplacement(deps: ReplacementDeps, campaign: ReplacedCampaign): Promise<void> {
  const { _id: campaignId, streamId, nextSeq, preparing } = campaign;
  const { preparationId: from, calls, next } = preparing;
  const { contacts } = deps;
  const heartbeat = heartbeatOf(deps, campaign, { isDecided: true });
  const firstSeq = nextSeq - calls;
  // The consent of a list goes with it: nobody was called by it.
  const withConsent = (preparationIds: readonly string[]) => deps.consents.remove(preparationIds);
  await contacts.eraseBefore(campaignId, firstSeq, heartbeat, withConsent);
  await contacts.leftOut.eraseBefore(campaignId, firstSeq, heartbeat);
  await contacts.move(from, campaignId, heartbeat);
  await contacts.leftOut.move(from, campaignId, heartbeat);
  const surplus = -moreCalls(campaign);
  if (surplus > 0) await release(deps, campaign, { calls: surplus });
  const { held } = await deps.ledger.campaignHold(streamId, campaignId);
  if (await deps.replacements.commit(campaign, held)) await deps.jobs.startAt(campaignId, next.dropDate);
}

/**
 * Undoes a replacement that is decided against: gives back what it held at the prices at which it was held, and removes its
 * contacts. With `resweepAt`, a stale worker may store more of them until then.
 */
export async function undoReplacement(
  deps: ReplacementDeps,
  campaign: ReplacedCampaign,
  { held, resweepAt }: { held?: RecordedEvent | undefined; resweepAt?: Date },
): Promise<void> {
  const { _id, dropDate, preparing } = campaign;
  if (held !== undefined) await release(deps, campaign, { calls: callsOf(held), lots: held.lots });
  await deps.contacts.erase(preparing.preparationId);
  await deps.consents.remove([preparing.preparationId]);
  await deps.replacements.close(campaign, resweepAt);
  // It may have become due meanwhile.
  await deps.jobs.startAt(_id, dropDate);
}

/** Voids the hold of a replacement: returns it if it exists; otherwise it can never exist. */
export async function voidHold(
  { ledger }: Pick<ReplacementDeps, 'ledger'>,
  campaign: ReplacedCampaign,
): Promise<RecordedEvent | undefined> {
  const { _id: campaignId, streamId, preparing } = campaign;
  if (moreCalls(campaign) <= 0) return undefined;
  const key = holdKey(campaignId, preparing);
  const result = await ledger.execute(streamId, { type: 'void-hold', key, campaignId });
  return result.ok && result.event.type === 'hold' ? result.event : undefined;
}

async function release(
  { ledger }: Pick<ReplacementDeps, 'ledger'>,
  { _id: campaignId, streamId, preparing }: ReplacedCampaign,
  { calls, lots }: { calls: number; lots?: RecordedEvent['lots'] },
): Promise<void> {
  const key = releaseKey(campaignId, preparing);
  const released = await ledger.execute(streamId, {
    type: 'release',
    key,
    campaignId,
    calls,
    reason: 'replaced',
    ...(lots !== undefined && { lots }),
  });
  if (!released.ok) throw new Error(`The ledger refused ${key}: ${released.refusal.type}`);
}
