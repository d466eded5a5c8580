import { HOUR_MS } from '#shared/time-units.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { PreparedCampaign, SweptCampaign } from './preparation-store.ts';
import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import {
  completeReplacement,
  undoReplacement,
  voidHold,
} from '#server/features/campaigns/replacement/replacement-steps.ts';
import type { ReplacedCampaign } from '#server/features/campaigns/replacement/replacement-store.ts';
import { callsOf, commit, holdKey, undoStored } from './prepare.ts';

/** Grace period: after this no stale worker can write contacts of a voided preparation. */
const RESWEEP_AFTER_MS = HOUR_MS;

type SweepDeps = Pick<
  CampaignsDeps,
  | 'preparations'
  | 'replacements'
  | 'statuses'
  | 'contacts'
  | 'plannedEnd'
  | 'consents'
  | 'ledger'
  | 'jobs'
  | 'clock'
  | 'log'
  | 'preparationLeaseMs'
>;

/**
 * Commits or undoes preparations with an expired lease, and removes contacts that stale workers stored since, until `signal` is
 * aborted. Idempotent: safe to run concurrently and to interrupt at any point.
 */
export async function sweepPreparations(deps: SweepDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + deps.preparationLeaseMs);
  const { preparations, replacements } = deps;
  for await (const campaign of untilAborted(signal, () => preparations.claimExpired(now, leaseUntil)))
    await isolateFailure(deps, campaign, () => commitOrUndo(deps, campaign));
  for await (const campaign of untilAborted(signal, () => replacements.claimExpired(now, leaseUntil)))
    await isolateFailure(deps, campaign, () => endReplacement(deps, campaign));
  for await (const campaign of untilAborted(signal, () => preparations.listResweeps(now)))
    await isolateFailure(deps, campaign, () => resweep(deps, campaign));
}

/** Logs a failure (an unreadable ledger, say) so that it does not block the other campaigns. */
async function isolateFailure(
  { log }: SweepDeps,
  { _id }: Pick<CampaignDocument, '_id'>,
  sweep: () => Promise<void>,
): Promise<void> {
  try {
    await sweep();
  } catch (error) {
    log.error({ err: error, campaignId: _id }, 'sweeping a preparation failed; the next sweep retries it');
  }
}

async function resweep(
  { contacts, consents, preparations, jobs }: SweepDeps,
  { _id, status, streamId, voidedPreparations, resweepAt }: SweptCampaign,
): Promise<void> {
  if (status === 'Deleted') await contacts.erase(_id);
  if (streamId === undefined) return preparations.removeTombstone(_id, resweepAt);
  for (const id of voidedPreparations) {
    await contacts.undoPreparation(_id, id);
    // A replacement stores its contacts under its own id.
    await contacts.erase(id);
  }
  await consents.remove(voidedPreparations);
  // Calls that were delivered meanwhile. Last: a settlement before it does not see them.
  if (status !== 'Deleted') await jobs.settle(_id);
  await preparations.clearResweep(_id, resweepAt);
}

/** Voids the key of the hold: either the hold exists and all contacts are stored, or it can never exist. */
async function commitOrUndo(deps: SweepDeps, campaign: PreparedCampaign): Promise<void> {
  const { _id: campaignId, streamId, preparing } = campaign;
  const result = await deps.ledger.execute(streamId, {
    type: 'void-hold',
    key: holdKey(campaignId, preparing),
    campaignId,
  });
  if (result.ok && result.event.type === 'hold') {
    // The hold has the final number of calls; the preparation may have been read before it was set.
    await commit(deps, campaign, { calls: callsOf(result.event), credits: result.event.amount });
    await enqueueWork(deps, campaign);
    return;
  }
  await undoStored(deps, campaign);
  const now = deps.clock.now();
  await deps.statuses.voidPreparation(campaign, now, new Date(now.getTime() + RESWEEP_AFTER_MS));
}

/** Completes a replacement that is decided, or stored and paid for; undoes any other. */
async function endReplacement(deps: SweepDeps, campaign: ReplacedCampaign): Promise<void> {
  const held = await voidHold(deps, campaign);
  let decided = await deps.replacements.decide(campaign, held === undefined ? 'keep' : 'replace');
  if (decided === 'name taken') decided = await deps.replacements.decide(campaign, 'keep');
  if (decided === 'replace') await completeReplacement(deps, campaign);
  const resweepAt = fromNow(deps.clock, RESWEEP_AFTER_MS);
  if (decided === 'keep') await undoReplacement(deps, campaign, { held, resweepAt });
}

async function enqueueWork(
  { jobs }: SweepDeps,
  { _id, dropDate, preparing }: PreparedCampaign,
): Promise<void> {
  if (preparing.kind === 'create') await jobs.startAt(_id, dropDate);
  if (preparing.kind === 'retry') {
    await jobs.run(_id);
    await jobs.settle(_id);
  }
}
