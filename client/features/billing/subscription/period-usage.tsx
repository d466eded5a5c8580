import { useState, type ReactNode } from 'react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { PLANS } from '#shared/plans.ts';
import type { PeriodUsageView } from '#shared/schemas/billing/billing.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { trpc } from '#client/app/trpc.ts';
import { Card, StatCard } from '#client/ui/display/card.tsx';
import { Meter } from '#client/ui/display/progress.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { formatDay } from './days.ts';

/** What was used of the plan in this billing period: allowance, extra calls and a forecast. */
export function PeriodUsage() {
  const { data, isPending, isError, isFetching, refetch } = trpc.billing.usage.useQuery();
  const [now] = useState(() => new Date());
  if (isError) {
    return (
      <Card>
        <LoadError className="py-8" onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    );
  }
  const usage = data?.usage ?? undefined;
  if (usage === undefined && !isPending) return null;
  return (
    <section
      aria-label="Usage this period"
      aria-busy={isPending || undefined}
      className="grid gap-4 md:grid-cols-3"
    >
      <Allowance usage={usage} />
      <Figure label="Extra calls" {...(usage && extraOf(usage))} />
      <Figure label="Forecast at today’s pace" {...(usage && forecastOf(usage, now))} />
    </section>
  );
}

/** A number with a caption of up to two lines, whose height is kept while it loads. */
function Figure({ label, value, caption }: { label: string; value?: string; caption?: ReactNode }) {
  return (
    <StatCard
      label={label}
      value={value ?? <Skeleton className="h-7 w-28" />}
      caption={<div className="min-h-10.5">{caption ?? <Skeleton className="h-4.5 w-40" />}</div>}
    />
  );
}

function Allowance({ usage }: { usage: PeriodUsageView | undefined }) {
  const { delivered, held } = usage?.allowance_calls ?? { delivered: 0, held: 0 };
  const used = usage && `${formatNumber(delivered)} of ${formatNumber(usage.allowance)}`;
  const label = 'Calls in the allowance';
  return (
    <Figure
      label={label}
      {...(used !== undefined && { value: used })}
      caption={
        <>
          <Meter
            label={label}
            available={delivered}
            held={held}
            total={usage?.allowance ?? 0}
            valueText={`${used ?? ''} used, ${onHold(held)}`}
            className="mt-2.5 mb-2"
          />
          {usage === undefined ? (
            <Skeleton className="h-4.5 w-40" />
          ) : (
            `${formatDay(usage.period_start)} to ${formatDay(usage.period_end)} (UTC) · ${onHold(held)}`
          )}
        </>
      }
    />
  );
}

function extraOf({ extra_calls: { delivered, held }, plan_id }: PeriodUsageView) {
  const price = formatNumber(PLANS[plan_id].benefits.creditsPerExtraCall);
  return {
    value: formatNumber(delivered),
    caption: `Beyond the allowance, ${price} credits each · ${onHold(held)}`,
  };
}

/** A pace of fewer days says little: one campaign on the first would be taken for every day. */
const DAYS_OF_PACE = 7;

function forecastOf(
  { forecast: { calls, extra_calls, credits }, period_start, period_end }: PeriodUsageView,
  now: Date,
) {
  const since = new Date(Date.parse(period_start) + DAYS_OF_PACE * DAY_MS);
  if (now < since)
    return { value: 'Not yet', caption: `From ${formatDay(since)} (UTC) on, after a week of this period` };
  return {
    value: formatCount(calls, 'call'),
    caption: `Until ${formatDay(period_end)} (UTC) · ${formatNumber(extra_calls)} of them extra · ${formatCount(credits, 'credit')}`,
  };
}

function onHold(calls: number): string {
  return calls === 0 ? 'none on hold' : `${formatNumber(calls)} on hold`;
}
