import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { RunStore, RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { DropJobs } from '#server/features/drops/api.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { SettlementDocument } from './settlement-store.ts';

export interface PauseDeps {
  campaigns: Pick<RunStore, 'pause'>;
  jobs: Pick<DropJobs, 'notify'>;
  log: Logger;
  metrics: Pick<Metrics, 'count'>;
}

/** Why a campaign is paused. Faults of the carrier account alert the operator, who alone can put them right. */
interface PauseCause {
  /** A text for the owner of the campaign. */
  reason: string;
  cause: 'account' | 'other';
}

/**
 * Pauses a campaign for a fault that would hit its other calls too, and schedules a mail to its owner. Of several
 * workers one pauses; none does in a later run epoch, after a resume.
 */
export async function pauseOnFault(
  deps: PauseDeps,
  campaign: Pick<RunnableCampaign, 'id' | 'runEpoch'>,
  why: PauseCause,
): Promise<void> {
  if (await pause(deps, campaign, why)) await deps.jobs.notify(campaign.id);
}

async function pause(
  { campaigns, log, metrics }: PauseDeps,
  { id: campaignId, runEpoch }: Pick<RunnableCampaign, 'id' | 'runEpoch'>,
  { reason, cause }: PauseCause,
): Promise<boolean> {
  if (!(await campaigns.pause(campaignId, runEpoch, reason))) return false;
  log.warn({ campaignId, reason, cause }, 'a campaign was paused by the system');
  metrics.count('hark_campaigns_paused_total', { cause });
  return true;
}

/** The fault rate needs at least this many calls. */
const WINDOW_CALLS = 50;
/** Settlements that are read at most; they are small while calls are slow. */
const WINDOW_SETTLEMENTS = 50;
const MAX_FAULT_RATE = 0.5;

/**
 * Pauses a campaign if more than half of its last calls failed through no fault of the number (denied by the carrier,
 * unusable recording); returns whether it did, for the mail once this settlement is counted. Computed from settlements before
 * this one is counted, so that a repetition after a crash gets the same result.
 */
export async function pauseOnFaultRate(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  settlement: SettlementDocument,
): Promise<boolean> {
  const { id, total, delivered, failed } = campaign;
  const left = total - delivered - failed - settlement.delivered - settlement.failed;
  if (settlement.faults === 0 || left === 0) return false;
  let [calls, faults] = [0, 0];
  for (const settled of await deps.settlements.listByRunEpoch(settlement, WINDOW_SETTLEMENTS)) {
    if (calls >= WINDOW_CALLS) break;
    calls += settled.runEpochCalls;
    faults += settled.faults;
  }
  if (calls < WINDOW_CALLS || faults / calls <= MAX_FAULT_RATE) return false;
  const reason = `${String(faults)} of the last ${String(calls)} calls failed: ${settlement.faultReason ?? ''}`;
  return pause(deps, { id, runEpoch: settlement.runEpoch }, { reason, cause: 'other' });
}
