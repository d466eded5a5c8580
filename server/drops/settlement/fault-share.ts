import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { pauseFaulty } from './pause-faulty.ts';
import type { RunnableCampaign } from '#server/drops/ports.ts';
import type { SettlementDocument } from './settlement-model.ts';

/** The share of faults is told from at least so many of the last calls; a small campaign has finished before. */
const WINDOW_CALLS = 50;
/** Settlements looked back at: they are small where calls are slow. */
const WINDOW_SETTLEMENTS = 50;
const MAX_SHARE = 0.5;

/**
 * Pauses a campaign of which more than half of the last calls failed for no fault of their numbers (the carrier denied
 * them, the recording cannot be used): the calls that are left would end alike. Told from settlements alone, before this
 * one is counted, so that whoever finishes it after a crash comes to the same answer.
 */
export async function pauseWhereFaulty(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  settlement: SettlementDocument,
): Promise<void> {
  const { id, total, delivered, failed } = campaign;
  const left = total - delivered - failed - settlement.delivered - settlement.failed;
  if (settlement.faults === 0 || left === 0) return;
  let [calls, faults] = [0, 0];
  for (const settled of await deps.settlements.listOfLeg(settlement, WINDOW_SETTLEMENTS)) {
    if (calls >= WINDOW_CALLS) break;
    calls += settled.runEpochCalls;
    faults += settled.faults;
  }
  if (calls < WINDOW_CALLS || faults / calls <= MAX_SHARE) return;
  const reason = `${String(faults)} of the last ${String(calls)} calls failed: ${settlement.faultReason ?? ''}`;
  await pauseFaulty(deps, { id, runEpoch: settlement.runEpoch }, reason);
}
