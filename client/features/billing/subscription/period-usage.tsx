import type { ReactNode } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { PLANS } from '#shared/plans.ts';
import type { PeriodUsageView } from '#shared/schemas/billing.ts';
import { trpc } from '#client/app/trpc.ts';
import { Card, StatCard } from '#client/ui/display/card.tsx';
import { Meter } from '#client/ui/display/progress.tsx';
import { LoadError } from '#client/ui/display/states.tsx';
import { formatDay } from './days.ts';

/** What was used of the plan in this billing period: allowance, extra calls and a forecast. */
export function PeriodUsage() {
  const { data, isPending, isError, isFetching, refetch } = trpc.billing.usage.useQuery();
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
    <section aria-label="Usage this period" className="grid gap-4 md:grid-cols-3">
      <StatCard label="Calls in the allowance" loading={isPending} {...allowanceOf(usage)} />
      <StatCard label="Extra calls" loading={isPending} {...extraOf(usage)} />
      <StatCard label="Forecast at today’s pace" loading={isPending} {...forecastOf(usage)} />
    </section>
  );
}

/** The value and caption of a card; empty while it loads. */
interface Figure {
  value: string;
  caption: ReactNode;
}
const EMPTY: Figure = { value: '', caption: '' };

function allowanceOf(usage: PeriodUsageView | undefined): Figure {
  if (usage === undefined) return EMPTY;
  const { allowance, allowance_calls: calls, period_start, period_end } = usage;
  const used = `${formatNumber(calls.delivered)} of ${formatNumber(allowance)}`;
  return {
    value: used,
    caption: (
      <>
        <Meter
          label="Calls in the allowance"
          available={calls.delivered}
          held={calls.held}
          total={allowance}
          valueText={`${used} used, ${onHold(calls.held)}`}
          className="mt-2.5 mb-2"
        />
        {formatDay(period_start)} to {formatDay(period_end)} (UTC) · {onHold(calls.held)}
      </>
    ),
  };
}

function extraOf(usage: PeriodUsageView | undefined): Figure {
  if (usage === undefined) return EMPTY;
  const { delivered, held } = usage.extra_calls;
  const price = PLANS[usage.plan_id].benefits.creditsPerExtraCall;
  return {
    value: formatNumber(delivered),
    caption: `Beyond the allowance, ${formatNumber(price)} credits each · ${onHold(held)}`,
  };
}

function forecastOf(usage: PeriodUsageView | undefined): Figure {
  if (usage === undefined) return EMPTY;
  const { calls, extra_calls, credits } = usage.forecast;
  return {
    value: countOf(calls),
    caption: `Until ${formatDay(usage.period_end)} (UTC) · ${formatNumber(extra_calls)} of them extra · ${formatNumber(credits)} credits`,
  };
}

function countOf(calls: number): string {
  return `${formatNumber(calls)} ${calls === 1 ? 'call' : 'calls'}`;
}

function onHold(calls: number): string {
  return calls === 0 ? 'none on hold' : `${formatNumber(calls)} on hold`;
}
