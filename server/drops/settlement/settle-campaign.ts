import { utcDay } from '#shared/drop-schedule.ts';
import type { CallRow } from '#server/drops/contacts/call-store.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { pauseWhereFaulty } from './fault-share.ts';
import { finishCampaign } from './finish-campaign.ts';
import type { JobControl, RunnableCampaign } from '#server/drops/ports.ts';
import type { SettlementDocument } from './settlement-model.ts';
import { settlementId } from './settlement-store.ts';

/** How many calls one settlement counts at most. */
const SETTLEMENT_SIZE = 1_000;

/**
 * Counts and charges the final calls of a campaign, settlement after settlement, and finishes the campaign when none
 * is missing (design §4, "Settlement"). Any number of settlers may do so at once and die at any point. What trickles in
 * meanwhile is left for the next time: whoever stores a report asks for its settlement.
 * `heartbeat` is called between settlements, `finish` where nothing is left to settle.
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
      await deps.calls.cancelGivenBack(campaignId, campaign.voidedPreparations, SETTLEMENT_SIZE);
    const next = await openSettlement(deps, campaign);
    if (next === undefined) {
      if ((await finish(deps, campaign, heartbeat)) === 'done') return;
      continue;
    }
    await carryOut(deps, campaign, next.settlement);
    if (!next.more && !isLast(campaign, next.settlement)) return;
  }
}

/** Whether nothing of the campaign is missing after this settlement, so that it can be finished. */
function isLast(
  { status, total, delivered, failed }: RunnableCampaign,
  settlement: SettlementDocument,
): boolean {
  return status === 'Deleting' || delivered + failed + settlement.delivered + settlement.failed >= total;
}

/**
 * The settlement that comes next: the one that a settler before us left open, or a new one; and whether there is more
 * to settle than fitted in; `undefined` where nothing is to be settled before the campaign is finished. The campaign
 * must have been read before the calls are: then none of them is in an earlier settlement.
 */
async function openSettlement(
  deps: DropsDeps,
  campaign: RunnableCampaign,
): Promise<{ settlement: SettlementDocument; more: boolean } | undefined> {
  const { calls, settlements, realTime } = deps;
  const n = campaign.lastSettlement + 1;
  // Counted by a settler that died before it closed it.
  if (n > 1) await settlements.close({ _id: settlementId(campaign.id, n - 1) }, realTime.now());
  const left = await settlements.find(campaign.id, n);
  if (left !== undefined) return left.final === true ? undefined : { settlement: left, more: true };
  const rows = await calls.listUnsettled(
    campaign.id,
    campaign.run,
    campaign.voidedPreparations,
    SETTLEMENT_SIZE,
  );
  if (rows.length === 0) return undefined;
  const frozen = freeze(deps, campaign, n, rows);
  const isCharged = frozen.failed >= 0 || (await isHeld(deps, campaign, frozen.run));
  const ours: SettlementDocument = { ...frozen, ...(!isCharged && { uncharged: true }) };
  const counted = ours.contacts?.length ?? 0;
  const settlement = (await settlements.open(ours)) ? ours : await settlements.find(campaign.id, n);
  if (settlement === undefined || settlement.final === true) return undefined;
  return { settlement, more: rows.length === SETTLEMENT_SIZE || counted < rows.length };
}

/**
 * Whether a run's hold is still there to charge a call that was settled before. It stays for as long as no final
 * settlement takes the next number; that of a later run belongs to the calls of that run alone.
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
 * The rows of one UTC day and one run, frozen. Calls that were settled as failed and delivered after all are settled
 * apart from the others: only of them the hold may be gone.
 */
function freeze(
  { clock, realTime }: DropsDeps,
  { id, run: latest, runEpoch }: RunnableCampaign,
  n: number,
  rows: readonly CallRow[],
): SettlementDocument {
  const today = clock.now();
  const dayOf = (row: CallRow | undefined) => utcDay(row?.at ?? today);
  const day = dayOf(rows[0]);
  const run = rows[0]?.run ?? latest;
  const isSecond = rows[0]?.failedBefore !== undefined;
  const counted = rows.filter(
    (row) => dayOf(row) === day && row.run === run && (row.failedBefore !== undefined) === isSecond,
  );
  const delivered = counted.filter(({ status }) => status === 'success').length;
  const cancelled = counted.filter(({ status }) => status === 'cancelled').length;
  const ofLeg = counted.filter((row) => row.runEpoch === runEpoch && !isSecond);
  const faulty = ofLeg.filter(({ carrierFault }) => carrierFault === true);
  const faultReason = faulty[0]?.reason;
  return {
    _id: settlementId(id, n),
    campaignId: id,
    n,
    run,
    day,
    contacts: counted.map(({ _id }) => _id),
    delivered,
    ...(isSecond
      ? { failed: -delivered, retryable: -counted.filter((row) => row.failedBefore?.retryable).length }
      : { failed: counted.length - delivered - cancelled, retryable: countRetryable(counted) }),
    ...(cancelled > 0 && { cancelled }),
    runEpoch,
    runEpochCalls: ofLeg.length,
    faults: faulty.length,
    ...(faultReason !== undefined && { faultReason }),
    at: realTime.now(),
  };
}

function countRetryable(rows: readonly CallRow[]): number {
  return rows.filter(({ status, retryable }) => status === 'failed' && retryable === true).length;
}

/** The steps of a settlement, each repeatable. Counting it at the campaign comes last: that opens the next one. */
async function carryOut(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  settlement: SettlementDocument,
): Promise<void> {
  const { id, userId, streamId } = campaign;
  const { n, run, contacts = [], delivered, failed, retryable, cancelled = 0, day } = settlement;
  await deps.calls.markSettled(id, run, contacts, n);
  const charged = settlement.uncharged === true ? 0 : delivered;
  const deducted = await deduct(deps, { campaignId: id, streamId, n, calls: charged });
  if (cancelled > 0) await releaseGivenBack(deps, campaign, { n, run, calls: cancelled });
  await deps.days.count({ userId, day, campaignId: id, n, delivered, failed });
  await pauseWhereFaulty(deps, campaign, settlement);
  await deps.campaigns.countSettlement(id, n, { run, delivered, failed, retryable, deducted });
  await deps.settlements.close(settlement, deps.realTime.now());
}

/** Charges delivered calls to the campaign's hold; answers the credits. */
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

/** Releases what calls held that were given back after their campaign was deleted. */
async function releaseGivenBack(
  { ledger, log }: DropsDeps,
  { id: campaignId, streamId }: RunnableCampaign,
  { n, run, calls }: { n: number; run: number; calls: number },
): Promise<void> {
  const key = `release:${campaignId}:${String(run)}:given-back-${String(n)}`;
  const reason = 'deleted';
  const result = await ledger.execute(streamId, { type: 'release', key, campaignId, calls, reason });
  // Another settler may just have released all that was left.
  if (!result.ok) log.warn({ campaignId, refusal: result.refusal }, 'calls given back were released before');
}
