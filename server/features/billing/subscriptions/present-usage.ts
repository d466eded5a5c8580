import { monthlyAllowance, PLANS, quoteCalls } from '#shared/plans.ts';
import type { PeriodUsageView } from '#shared/schemas/billing/billing.ts';
import { DAY_MS } from '#shared/time-units.ts';
import type { SubscriptionRecord } from '#server/features/billing/billing-records-model.ts';
import type { PeriodUsage } from '#server/features/credits/api.ts';

type BillingPeriod = Pick<SubscriptionRecord, 'periodStart' | 'periodEnd'>;

/** Returns the usage of a period that was granted, and its forecast at `now`. */
export function presentUsage(usage: PeriodUsage, subscription: BillingPeriod, now: Date): PeriodUsageView {
  const { start, plan: planId, allowance, extra, credits } = usage;
  const plan = PLANS[planId];
  const end = endOf(start, subscription);
  const delivered = allowance.delivered + extra.delivered;
  const taken = delivered + allowance.held + extra.held;
  const calls = Math.max(taken, forecastCalls(delivered, { start, end, now }));
  // Whole calls at the plan's prices; those delivered may have been held at other ones.
  const { extraCalls, cost } = quoteCalls(plan, 0, calls);
  return {
    plan_id: planId,
    period_start: start.toISOString(),
    period_end: end.toISOString(),
    allowance: monthlyAllowance(plan),
    allowance_calls: allowance,
    extra_calls: extra,
    credits,
    forecast: { calls, extra_calls: extraCalls, credits: cost },
  };
}

/** The end of a granted period: it is the one before the subscription's while a renewal is unpaid. */
function endOf(start: Date, { periodStart, periodEnd }: BillingPeriod): Date {
  return periodStart > start ? periodStart : periodEnd;
}

/** Returns the calls of a whole period at the daily pace so far. Days that have begun count in full. */
function forecastCalls(
  delivered: number,
  { start, end, now }: { start: Date; end: Date; now: Date },
): number {
  const days = Math.max(1, Math.ceil((end.getTime() - start.getTime()) / DAY_MS));
  const begun = Math.min(days, Math.max(1, Math.ceil((now.getTime() - start.getTime()) / DAY_MS)));
  return Math.round((delivered / begun) * days);
}
