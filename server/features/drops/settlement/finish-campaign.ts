import { utcDay } from '#shared/drop-schedule.ts';
import { type CallState, closedAt } from '#server/features/drops/contacts/contact-model.ts';
import type { ErasableCall } from '#server/features/drops/contacts/contact-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { isAfterLastDay } from '#server/features/drops/hours/calling-times.ts';
import { REPEATED_FOR_MS } from '#server/features/drops/contacts/erased-call-store.ts';
import { eraseSpeech } from '#server/features/drops/speech/erase-speech.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { type SettlementDocument, settlementId } from './settlement-store.ts';

type Finish = 'done' | 'superseded';

/**
 * Finishes a campaign whose calls are all settled: releases the hold of failed calls, then changes the status, so
 * that a crash in between is repeated. Read `campaign` after its last settlement. Returns `superseded` if another
 * settlement was opened meanwhile, else `done`.
 */
export async function finishCampaign(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  heartbeat: JobControl['heartbeat'],
): Promise<Finish> {
  if (campaign.status === 'Deleting') return finishDeleting(deps, campaign, heartbeat);
  const { id, run, total, delivered, failed } = campaign;
  if (delivered + failed < total) return 'done';
  // No call is left that the pause could hold back, so release the remaining credits now.
  if (campaign.status === 'Paused') {
    const anyReason = campaign.isTest || isAfterLastDay(deps, campaign);
    const resumed = await deps.campaigns.resumeToFinish({ id, anyReason });
    return resumed === undefined ? 'done' : finishCampaign(deps, resumed, heartbeat);
  }
  if (campaign.status !== 'Sending') return 'done';
  const final = await openFinal(deps, campaign);
  if (final === undefined) return 'superseded';
  await releaseHold(deps, campaign, 'finished');
  await deps.claims.erase(id, run);
  const finished = await deps.campaigns.finish(id, final, delivered > 0 ? 'Success' : 'Failed');
  if (finished) await deps.jobs.notify(id);
  await deps.settlements.close(final, deps.clock.now());
  return 'done';
}

/**
 * Opens the final settlement of a run under the next number: a late success is either charged before the release or
 * finds no hold. Returns `undefined` if a settlement of calls has that number.
 */
async function openFinal(
  { settlements, clock }: Pick<DropsDeps, 'settlements' | 'clock'>,
  { id, run, runEpoch, lastSettlement }: RunnableCampaign,
): Promise<SettlementDocument | undefined> {
  const n = lastSettlement + 1;
  const at = clock.now();
  const final: SettlementDocument = {
    _id: settlementId(id, n),
    campaignId: id,
    n,
    run,
    runEpoch,
    final: true,
    day: utcDay(at),
    at,
    delivered: 0,
    failed: 0,
    retryable: 0,
    runEpochCalls: 0,
    faults: 0,
  };
  if (await settlements.open(final)) return final;
  const existing = await settlements.find(id, n);
  return existing?.final === true ? existing : undefined;
}

/**
 * Releases the hold of a deleted campaign once no call is at the carrier and all are settled. Repeatable. Returns
 * `done`, `open` while calls are open, or `superseded` if another settlement comes first.
 */
export async function releaseDeleted(deps: DropsDeps, campaign: RunnableCampaign): Promise<Finish | 'open'> {
  const { id, lastSettlement, voidedPreparations } = campaign;
  const isFinal = (await deps.settlements.find(id, lastSettlement + 1))?.final === true;
  // Calls that became final after the final settlement was opened are not charged any more.
  const open: CallState[] = isFinal ? ['claimed', 'placed'] : ['claimed', 'placed', 'success', 'failed'];
  if (await deps.calls.has(id, open, voidedPreparations)) return 'open';
  // A settlement that is marked but not yet charged has that number.
  if ((await openFinal(deps, campaign)) === undefined) return 'superseded';
  await releaseHold(deps, campaign, 'deleted');
  return 'done';
}

/** Erases a deleted campaign without a hold, in batches. */
async function finishDeleting(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  heartbeat: JobControl['heartbeat'],
): Promise<Finish> {
  const released = await releaseDeleted(deps, campaign);
  if (released !== 'done') return released === 'open' ? 'done' : released;
  const { id, run, userId, voiceId } = campaign;
  await deps.contacts.erase(id, heartbeat, (erased) => noteErased(deps, erased));
  await deps.leftOut.erase(id, heartbeat);
  await eraseSpeech(deps, campaign, heartbeat);
  await deps.erasePreviews(userId, voiceId);
  await deps.claims.erase(id, run);
  await deps.statuses.markDeleted(campaign, deps.clock.now());
  return 'done';
}

/** Records the numbers of calls that became final so recently that the carrier may repeat their webhooks. */
function noteErased({ erasedCalls, clock }: DropsDeps, erased: readonly ErasableCall[]): Promise<void> {
  const since = new Date(clock.now().getTime() - REPEATED_FOR_MS);
  return erasedCalls.note(
    erased.flatMap((call) => {
      const at = closedAt(call);
      return at !== undefined && at > since ? [{ phone: call.phone, at }] : [];
    }),
  );
}

/** Releases the rest of the hold of a run; does nothing if the run was finished before. */
async function releaseHold(
  { ledger, campaigns }: Pick<DropsDeps, 'ledger' | 'campaigns'>,
  { id: campaignId, streamId, run }: Pick<RunnableCampaign, 'id' | 'streamId' | 'run'>,
  reason: 'finished' | 'deleted',
): Promise<void> {
  const { held } = await ledger.campaignHold(streamId, campaignId);
  if (held === 0) return;
  // Read after the hold: if the run was finished meanwhile, the hold belongs to a retry.
  const current = await campaigns.find(campaignId);
  if (current?.run !== run || current.status === 'Success' || current.status === 'Failed') return;
  const key = `release:${campaignId}:${String(run)}:${reason}`;
  const result = await ledger.execute(streamId, { type: 'release', key, campaignId, calls: 'rest', reason });
  if (!result.ok) throw new Error(`The ledger refused ${key}: ${result.refusal.type}`);
}
