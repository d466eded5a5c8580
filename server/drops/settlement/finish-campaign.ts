import { utcDay } from '#shared/drop-schedule.ts';
import type { CallState } from '#server/drops/contacts/contact-model.ts';
import { closedAt } from '#server/drops/closed-at.ts';
import type { ErasableCall } from '#server/drops/contacts/contact-store.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { REPEATED_FOR_MS } from '#server/drops/contacts/erased-call-model.ts';
import { eraseSpeech } from '#server/drops/speech/erase-speech.ts';
import type { JobControl, RunnableCampaign } from '#server/drops/ports.ts';
import type { SettlementDocument } from './settlement-model.ts';
import { settlementId } from './settlement-store.ts';

type Finish = 'done' | 'overtaken';

/**
 * Finishes a campaign of which every call is settled: what failed calls held is released, *then* the status changes,
 * so that a crash in between is seen and repeated. `campaign` must have been read after its last settlement. `heartbeat` is
 * called between batches of what is erased. Returns `overtaken` where another settlement was opened meanwhile and comes
 * first, else `done`.
 */
export async function finishCampaign(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  heartbeat: JobControl['heartbeat'],
): Promise<Finish> {
  if (campaign.status === 'Deleting') return finishDeleting(deps, campaign, heartbeat);
  const { id, run, total, delivered, failed } = campaign;
  if (delivered + failed < total) return 'done';
  // A pause holds back calls, and there are none any more: the credits that are left go back now.
  if (campaign.status === 'Paused') {
    const resumed = await deps.campaigns.resumeToFinish(id);
    return resumed === undefined ? 'done' : finishCampaign(deps, resumed, heartbeat);
  }
  if (campaign.status !== 'Sending') return 'done';
  const final = await openFinal(deps, campaign);
  if (final === undefined) return 'overtaken';
  await releaseRest(deps, campaign, 'finished');
  await deps.claims.erase(id, run);
  const finished = await deps.campaigns.finish(id, final, delivered > 0 ? 'Success' : 'Failed');
  if (finished) await deps.jobs.notify(id);
  await deps.settlements.close(final, deps.realTime.now());
  return 'done';
}

/**
 * Opens the final settlement of a run. It takes the next number, so that whoever would charge a call under that number
 * has either charged it before the release or finds that there is nothing to charge it to. `undefined` where a
 * settlement of calls has the number.
 */
async function openFinal(
  { settlements, realTime }: Pick<DropsDeps, 'settlements' | 'realTime'>,
  { id, run, runEpoch, lastSettlement }: RunnableCampaign,
): Promise<SettlementDocument | undefined> {
  const n = lastSettlement + 1;
  const at = realTime.now();
  const final: SettlementDocument = {
    ...{ _id: settlementId(id, n), campaignId: id, n, run, runEpoch, final: true, day: utcDay(at), at },
    ...{ delivered: 0, failed: 0, retryable: 0, runEpochCalls: 0, faults: 0 },
  };
  if (await settlements.open(final)) return final;
  const there = await settlements.find(id, n);
  return there?.final === true ? there : undefined;
}

/**
 * Releases all that a campaign being deleted holds, once the carrier has nothing of it any more and all is settled.
 * Repeatable. Returns `done` then, `open` where calls are still open, `overtaken` where a settlement comes first.
 */
export async function releaseDeleted(deps: DropsDeps, campaign: RunnableCampaign): Promise<Finish | 'open'> {
  const { id, lastSettlement, voidedPreparations } = campaign;
  const isFinal = (await deps.settlements.find(id, lastSettlement + 1))?.final === true;
  // What became final after the final settlement was opened is not charged any more.
  const open: CallState[] = isFinal ? ['claimed', 'placed'] : ['claimed', 'placed', 'success', 'failed'];
  if (await deps.calls.has(id, open, voidedPreparations)) return 'open';
  // Calls that are marked as settled may still have to be charged: that settlement has the number then.
  if ((await openFinal(deps, campaign)) === undefined) return 'overtaken';
  await releaseRest(deps, campaign, 'deleted');
  return 'done';
}

/** Erases a campaign that is being deleted and holds nothing any more, in batches. */
async function finishDeleting(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  heartbeat: JobControl['heartbeat'],
): Promise<Finish> {
  const released = await releaseDeleted(deps, campaign);
  if (released !== 'done') return released === 'open' ? 'done' : released;
  const { id, run } = campaign;
  await deps.contacts.erase(id, heartbeat, (erased) => noteErased(deps, erased));
  await eraseSpeech(deps, id, heartbeat);
  await deps.claims.erase(id, run);
  await deps.campaigns.bury(id);
  return 'done';
}

/** Keeps the numbers of calls that became final so lately that a webhook may still be about them. */
function noteErased({ erasedCalls, clock }: DropsDeps, erased: readonly ErasableCall[]): Promise<void> {
  const since = new Date(clock.now().getTime() - REPEATED_FOR_MS);
  return erasedCalls.note(
    erased.flatMap((call) => {
      const at = closedAt(call);
      return at !== undefined && at > since ? [{ phone: call.phone, at }] : [];
    }),
  );
}

/** Releases all that a campaign still holds for a run; nothing where the run was finished before. */
async function releaseRest(
  { ledger, campaigns }: Pick<DropsDeps, 'ledger' | 'campaigns'>,
  { id: campaignId, streamId, run }: Pick<RunnableCampaign, 'id' | 'streamId' | 'run'>,
  reason: 'finished' | 'deleted',
): Promise<void> {
  const { held } = await ledger.campaignHold(streamId, campaignId);
  if (held === 0) return;
  // Read after the hold: where the run was finished meanwhile, that is the hold of a retry.
  const current = await campaigns.find(campaignId);
  if (current?.run !== run || current.status === 'Success' || current.status === 'Failed') return;
  const key = `release:${campaignId}:${String(run)}:${reason}`;
  const result = await ledger.execute(streamId, { type: 'release', key, campaignId, calls: 'rest', reason });
  if (!result.ok) throw new Error(`The ledger refused ${key}: ${result.refusal.type}`);
}
