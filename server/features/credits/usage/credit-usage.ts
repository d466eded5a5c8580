import { MAX_USAGE_HISTORY, type UsageEntry } from '#shared/schemas/billing/credits.ts';
import type { CreditLedger, CreditUsage, PeriodCalls, PeriodUsage } from '#server/features/credits/api.ts';
import type { CampaignNames } from '#server/features/campaigns/api.ts';
import { campaignsOf, presentEvent } from '#server/features/credits/history/present-history.ts';
import type { UsageStore, UsageSum } from './usage-store.ts';

interface UsageDeps {
  ledger: Pick<CreditLedger, 'balance' | 'find'>;
  usage: UsageStore;
  campaigns: CampaignNames;
}

/** Creates what other features read of the credits that users spent. */
export function createCreditUsage({ ledger, usage, campaigns }: UsageDeps): CreditUsage {
  return {
    async ofPeriod(streamId, grantKey) {
      const { period } = await ledger.balance(streamId);
      if (period === undefined) return undefined;
      const opened = await ledger.find(streamId, grantKey(period.id));
      const sums = await usage.sumsOf(streamId, { id: period.id, after: opened?.version ?? 0 });
      return periodUsage(period, sums);
    },
    async latest({ uid, streamId }) {
      const events = await usage.deductions(streamId, MAX_USAGE_HISTORY);
      const names = await campaigns.namesOf(uid, campaignsOf(events));
      return events.map((event): UsageEntry => {
        const { date, credits, calls, campaign_id, campaign_name } = presentEvent(event, names);
        return { date, credits: -credits, calls: calls ?? 0, campaign_id, campaign_name };
      });
    },
  };
}

/** Returns the usage of a period from the sums of its events. */
function periodUsage(
  { id, start, plan }: Pick<PeriodUsage, 'id' | 'start' | 'plan'>,
  sums: readonly UsageSum[],
): PeriodUsage {
  const callsOf = (allowance: boolean): PeriodCalls => {
    const of = (type: UsageSum['type']) =>
      sums.find((sum) => sum.type === type && sum.allowance === allowance)?.calls ?? 0;
    return { delivered: of('deduct'), held: of('hold') - of('release') - of('deduct') };
  };
  const credits = sums.reduce((spent, sum) => (sum.type === 'deduct' ? spent + sum.credits : spent), 0);
  return { id, start, plan, allowance: callsOf(true), extra: callsOf(false), credits };
}
