import { utcDay } from '#shared/drop-schedule.ts';
import type { CallRow } from '#server/features/drops/contacts/call-result-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import {
  addHours,
  countsOf,
  countsOfLateSuccesses,
  replacedCalls,
  type CallCounts,
  type CountsHours,
  type CountsPrevious,
} from './call-counts.ts';
import { daySharesOf } from './day-shares.ts';
import { pauseOnFaultRate } from './pause-on-fault.ts';
import { finishCampaign } from './finish-campaign.ts';
import { reportCalls } from './report-calls.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { type SettlementDocument, settlementId } from './settlement-store.ts';

/** Maximum number of calls per settlement. */
const SETTLEMENT_SIZE = 1_000;

/**
 * Counts and charges the final calls of a campaign, then finishes it when none is missing. Safe to run concurrently
 * and to be interrupted; every new report schedules another settlement. `heartbeat` is called between settlements,
 * `finish` when nothing is left to settle.
 */
export async function settleCampaign(
  deps: DropsDeps,
  campaignId: string,
  heartbeat: JobControl['heartbeat'] = () => Promise.resolve(),
  finish: typeof finishCampaign = finishCampaign,
): Promise<void> {
  for (;;) {
    await heartbeat();
    const campaign = await deps.campaigns.find(campaignId);
    if (campaign === undefined) return;
    if (campaign.status === 'Deleting')
      await deps.calls.cancelReleased(campaignId, campaign.voidedPreparations, SETTLEMENT_SIZE);
    const next = await openSettlement(deps, campaign);
    if (next === undefined) {
      if ((await finish(deps, campaign, heartbeat)) === 'done') return;
      continue;
    }
    await applySettlement(deps, campaign, next.settlement);
    if (!next.more && !isLast(campaign, next.settlement)) return;
  }
}

/** Returns whether no call of the campaign is missing after this settlement. */
function isLast(
  { status, total, delivered, failed }: RunnableCampaign,
  settlement: SettlementDocument,
): boolean {
  return status === 'Deleting' || delivered + failed + settlement.delivered + settlement.failed >= total;
}

/**
 * Returns the next settlement (one left open by another settler, or a new one) and whether there are more calls to
 * settle; `undefined` if there are none. Read the campaign before its calls: then no call is in an earlier
 * settlement.
 */
async function openSettlement(
  deps: DropsDeps,
  campaign: RunnableCampaign,
): Promise<{ settlement: SettlementDocument; more: boolean } | undefined> {
  const { results, settlements, clock } = deps;
  const n = campaign.lastSettlement + 1;
  // The previous settler may have died after counting this settlement.
  if (n > 1) await settlements.close({ _id: settlementId(campaign.id, n - 1) }, clock.now());
  const existing = await settlements.find(campaign.id, n);
  if (existing !== undefined)
    return existing.final === true ? undefined : { settlement: existing, more: true };
  const rows = await results.listUnsettled(
    campaign.id,
    campaign.run,
    campaign.voidedPreparations,
    SETTLEMENT_SIZE,
  );
  if (rows.length === 0) return undefined;
  const before = rows.map((row) => (row.failedBefore === undefined ? row.previous : row)?.settlement);
  const countsHours = await settlements.countingHours(campaign.id, before);
  const countsPrevious = await countingPrevious(deps, campaign, rows);
  const frozen = buildSettlement(deps, campaign, { n, rows, counting: { countsHours, countsPrevious } });
  const isCharged = frozen.failed >= 0 || (await isHeld(deps, campaign, frozen.run));
  const proposed: SettlementDocument = { ...frozen, ...(!isCharged && { uncharged: true }) };
  const counted = proposed.contacts?.length ?? 0;
  const settlement = (await settlements.open(proposed)) ? proposed : await settlements.find(campaign.id, n);
  if (settlement === undefined || settlement.final === true) return undefined;
  return { settlement, more: rows.length === SETTLEMENT_SIZE || counted < rows.length };
}

/** What earlier settlements have counted of calls that are counted anew. */
interface Counting {
  countsHours: CountsHours;
  countsPrevious: CountsPrevious;
}

/**
 * Returns which of these calls their days count still as failed. Older versions began to take retried calls out of their
 * days; which of them, only their settlements say.
 */
async function countingPrevious(
  { settlements }: Pick<DropsDeps, 'settlements'>,
  { id, run: latest }: RunnableCampaign,
  rows: readonly CallRow[],
): Promise<CountsPrevious> {
  const isOlder = rows.some(({ previous }) => previous !== undefined && previous.counted !== true);
  const through = isOlder ? await settlements.takenBackThrough(id, rows[0]?.run ?? latest) : 0;
  return ({ seq, previous }) => previous?.counted === true || seq > through;
}

/**
 * Returns whether the hold of a run can still be charged. It stays until the final settlement takes the next number;
 * the hold of a later run covers the calls of that run only.
 */
async function isHeld(
  { ledger }: DropsDeps,
  { id, streamId, status, run: latest }: RunnableCampaign,
  run: number,
): Promise<boolean> {
  if (run !== latest || status === 'Success' || status === 'Failed') return false;
  return (await ledger.campaignHold(streamId, id)).held > 0;
}

/**
 * Builds a settlement of the rows of one UTC day and one run. Late successes of calls that were settled as failed are
 * settled separately, because their hold may be released.
 */
function buildSettlement(
  { clock }: DropsDeps,
  { id, run: latest, runEpoch }: RunnableCampaign,
  { n, rows, counting }: { n: number; rows: readonly CallRow[]; counting: Counting },
): SettlementDocument {
  const today = clock.now();
  const dayOf = (row: CallRow | undefined) => utcDay(row?.at ?? today);
  const day = dayOf(rows[0]);
  const run = rows[0]?.run ?? latest;
  const isCorrection = rows[0]?.failedBefore !== undefined;
  const counted = rows.filter(
    (row) => dayOf(row) === day && row.run === run && (row.failedBefore !== undefined) === isCorrection,
  );
  const delivered = counted.filter(({ status }) => status === 'success').length;
  const cancelled = counted.filter(({ status }) => status === 'cancelled').length;
  const ofRunEpoch = counted.filter((row) => row.runEpoch === runEpoch && !isCorrection);
  const faulty = ofRunEpoch.filter(({ carrierFault }) => carrierFault === true);
  const faultReason = faulty[0]?.reason;
  return {
    _id: settlementId(id, n),
    campaignId: id,
    n,
    run,
    day,
    contacts: counted.map(({ _id }) => _id),
    delivered,
    ...(isCorrection
      ? { failed: -delivered, retryable: -counted.filter((row) => row.failedBefore?.retryable).length }
      : { failed: counted.length - delivered - cancelled, retryable: countRetryable(counted) }),
    ...(isCorrection
      ? countsOfLateSuccesses(counted, counting.countsHours)
      : countsOnDay(counted, day, counting)),
    ...(cancelled > 0 && { cancelled }),
    runEpoch,
    runEpochCalls: ofRunEpoch.length,
    faults: faulty.length,
    ...(faultReason !== undefined && { faultReason }),
    at: clock.now(),
  };
}

/** Returns the counts of calls of one day, and the failed calls that they replace. */
function countsOnDay(
  counted: readonly CallRow[],
  day: string,
  counting: Counting,
): CallCounts & Pick<SettlementDocument, 'replaces'> {
  const counts = countsOf(counted);
  const { hours, ...replaces } = replacedCalls(counted, day, counting);
  addHours(counts.hours, hours);
  return { ...counts, ...(replaces.calls > 0 && { replaces }) };
}

function countRetryable(rows: readonly CallRow[]): number {
  return rows.filter(({ status, retryable }) => status === 'failed' && retryable === true).length;
}

/**
 * Applies a settlement step by step; each step is repeatable. Counting it in the campaign comes last, because that
 * opens the next number.
 */
async function applySettlement(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  settlement: SettlementDocument,
): Promise<void> {
  const { id, userId, streamId } = campaign;
  const { n, run, contacts = [], delivered, failed, retryable, cancelled = 0, reasons = {} } = settlement;
  await deps.results.markSettled(id, run, contacts, n);
  const charged = settlement.uncharged === true ? 0 : delivered;
  const deducted = await deduct(deps, { campaignId: id, streamId, n, calls: charged });
  if (cancelled > 0) await releaseCancelled(deps, campaign, { n, run, calls: cancelled });
  for (const share of daySharesOf(settlement)) await deps.days.count({ userId, campaignId: id, n, ...share });
  const isPaused = await pauseOnFaultRate(deps, campaign, settlement);
  await reportCalls(deps, campaign, settlement);
  await deps.statuses.countSettlement(id, n, { run, delivered, failed, retryable, reasons, deducted });
  // After it, as the mail names what is charged; the scan finds one that a crash has left.
  if (isPaused) await deps.jobs.notify(id);
  await deps.settlements.close(settlement, deps.clock.now());
}

/** Charges delivered calls to the hold of the campaign. Returns the amount in credits. */
async function deduct(
  { ledger }: DropsDeps,
  { campaignId, streamId, n, calls }: { campaignId: string; streamId: string; n: number; calls: number },
): Promise<number> {
  if (calls === 0) return 0;
  const key = `deduct:${campaignId}:${String(n)}`;
  const result = await ledger.execute(streamId, { type: 'deduct', key, campaignId, calls });
  if (!result.ok) throw new Error(`The ledger refused ${key}: ${result.refusal.type}`);
  return result.event.amount;
}

/** Releases the hold of calls that were cancelled after their campaign was deleted. */
async function releaseCancelled(
  { ledger, log }: DropsDeps,
  { id: campaignId, streamId }: RunnableCampaign,
  { n, run, calls }: { n: number; run: number; calls: number },
): Promise<void> {
  const key = `release:${campaignId}:${String(run)}:given-back-${String(n)}`;
  const reason = 'deleted';
  const result = await ledger.execute(streamId, { type: 'release', key, campaignId, calls, reason });
  // Another settler may have released the whole rest already.
  if (!result.ok)
    log.warn({ campaignId, refusal: result.refusal }, 'the cancelled calls were already released');
}
