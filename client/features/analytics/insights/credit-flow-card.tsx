import { keepPreviousData } from '@tanstack/react-query';
import type { Days } from '#shared/day-range.ts';
import { formatCount } from '#shared/formats.ts';
import type { CreditFlowDay } from '#shared/schemas/billing/credits.ts';
import { chartQuery } from '#client/app/loading/drawn-chart.tsx';
import { QueryChartCard } from '#client/app/loading/query-chart-card.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import CreditFlowChart from '#client/charts/credit-flow-chart.tsx';
import DayTable from '#client/charts/day-table.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';

/** How often the rest of a long history is asked for, in milliseconds. */
const ADDING_UP_MS = 500;

/** What each day of a range, or of the last 30, did to the credits of the user. */
export function CreditFlowCard({ days }: { days: Days | undefined }) {
  const query = trpc.credits.flow.useQuery(days, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.complete === false ? ADDING_UP_MS : false),
  });
  const shown = query.data?.days ?? [];
  const deducted = shown.reduce((sum, day) => sum + day.deducted, 0);
  return (
    <QueryChartCard
      title="Credit Flow"
      query={chartQuery(query)}
      caption={query.data && `${formatCount(deducted, 'credit')} deducted`}
      chart={<CreditFlowChart days={shown} />}
      table={
        <DayTable
          label="Credits by day"
          file="credit-flow"
          headers={['Granted', 'Released', 'Held', 'Deducted', 'Corrected', 'Balance']}
          rows={shown.map((day) => ({ day: day.day, values: valuesOf(day) }))}
        />
      }
    >
      <p role="status" className="mt-3 text-sm text-ink-2">
        {query.data && noteOf(shown, query.data.complete)}
      </p>
      <p className="text-sm">
        <TextLink href={paths.billing}>Every entry of your credit history</TextLink>
      </p>
    </QueryChartCard>
  );
}

function valuesOf({ granted, released, held, deducted, adjusted, balance }: CreditFlowDay): number[] {
  return [granted, released, held, deducted, adjusted, balance];
}

/** Says why there is nothing to see, or not all of it; undefined where all is shown. */
function noteOf(days: readonly CreditFlowDay[], complete: boolean): string | undefined {
  if (!complete) return 'Your credit history is long: older days are still being added up.';
  if (days.length === 0) return 'These days are yet to come.';
  const isIdle = days.every((day) =>
    valuesOf(day)
      .slice(0, -1)
      .every((value) => value === 0),
  );
  return isIdle ? 'No credits were granted, held or deducted in these days.' : undefined;
}
