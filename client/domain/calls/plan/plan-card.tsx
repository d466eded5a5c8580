import { Suspense, useState } from 'react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { ErrorBoundary } from '#client/app/loading/error-boundary.tsx';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { ChartCard } from '#client/charts/chart-card.tsx';
import { CHART_HEIGHT } from '#client/charts/chart-format.ts';
import { cx } from '#client/ui/cx.ts';
import { Notice } from '#client/ui/display/notice.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { Segments } from '#client/ui/controls/segments.tsx';
import { momentText } from '#client/ui/display/moment-text.ts';
import { durationOf, hoursSummary, theirHours, withoutZone, yourHours, type PlanHour } from './plan-text.ts';
import { OpenNow } from './open-now.tsx';
import type { PlanQuery } from './plan-query.ts';

const HoursChart = lazyOnDemand(() => import('#client/charts/hours/hours-chart.tsx'));
const RulesApplied = lazyOnDemand(() => import('./rules-applied.tsx'));

interface PlanCardProps {
  query: PlanQuery;
  /** Says who can be called at this moment, for calls that are being made. */
  now?: Date;
}

/** When the list can be called over two days, how long that takes, and by which rules. */
export default function PlanCard({ query, now }: PlanCardProps) {
  const { plan, failed, busy, retry, classes } = query;
  const [isTheirs, setIsTheirs] = useState(true);
  if (failed) return <LoadError text="The plan could not be loaded." busy={busy} onRetry={retry} />;
  if (plan === undefined) return <PlanPlaceholder />;
  const hours = isTheirs ? theirHours(plan) : yourHours(plan);
  const time = isTheirs ? 'in their time' : 'in your time';
  const unknown = withoutZone(classes);
  return (
    <ChartCard
      title="When they can be called"
      caption={<TimeToggle isTheirs={isTheirs} onChange={setIsTheirs} />}
      chart={
        <ErrorBoundary fallback={<p className="text-sm text-ink-3">The chart could not be loaded.</p>}>
          <Suspense fallback={<div style={{ height: CHART_HEIGHT }} />}>
            <HoursChart
              label={hoursSummary(hours, time)}
              bars={hours}
              names={{ value: 'May be called', part: 'Expected calls' }}
            />
          </Suspense>
        </ErrorBoundary>
      }
      table={<HoursTable hours={hours} label={`Contacts that may be called, ${time}`} />}
    >
      <Legend />
      {now !== undefined && <OpenNow plan={plan} now={now} />}
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact term="First call" value={plan.first_call_at === null ? '-' : momentText(plan.first_call_at)} />
        <Fact term="Takes" value={durationOf(plan)} />
        <Fact term="Ends about" value={plan.estimated_end === null ? '-' : momentText(plan.estimated_end)} />
      </dl>
      <p className="mt-2 text-sm text-ink-3">These three are in your time, at the pace of the campaign.</p>
      {plan.after_last_day > 0 && (
        <Notice tone="info" className="mt-4">
          {formatCount(plan.after_last_day, 'contact is', 'contacts are')} not called by the last day at this
          pace: what is on hold for their calls is released.
        </Notice>
      )}
      {unknown > 0 && (
        <Notice tone="info" className="mt-4">
          {formatCount(unknown, 'contact')} whose numbers are of no known place: called only while calls are
          allowed in every state, by the strictest rules of all of them.
        </Notice>
      )}
      <div className="mt-4">
        <Suspense fallback={<Skeleton className="h-13" />}>
          <RulesApplied plan={plan} />
        </Suspense>
      </div>
    </ChartCard>
  );
}

function PlanPlaceholder() {
  return (
    <div role="status" className="rounded-card border border-line bg-surface p-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="mb-4 w-48" />
      <div style={{ height: CHART_HEIGHT }} className="flex items-end">
        <Skeleton className="h-4/5 w-full" />
      </div>
    </div>
  );
}

/** The colours of the chart. */
function Legend() {
  const parts = [
    { name: 'Expected calls', colour: 'bg-chart' },
    { name: 'May be called', colour: 'bg-chart-rest' },
  ];
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
      {parts.map(({ name, colour }) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden className={cx('size-2.5 rounded-full', colour)} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{term}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}

const TIMES = [
  ['theirs', 'Their time'],
  ['yours', 'Your time'],
] as const;

function TimeToggle({ isTheirs, onChange }: { isTheirs: boolean; onChange: (isTheirs: boolean) => void }) {
  return (
    <Segments
      label="Time of the chart"
      className="flex gap-1 max-sm:-ml-2.5"
      options={TIMES}
      value={isTheirs ? 'theirs' : 'yours'}
      onChange={(time) => {
        onChange(time === 'theirs');
      }}
    />
  );
}

function HoursTable({ hours, label }: { hours: readonly PlanHour[]; label: string }) {
  const open = hours.filter(({ value }) => value > 0);
  if (open.length === 0) return <p className="text-sm text-ink-2">Nobody may be called in these two days.</p>;
  const heading = 'text-right font-normal';
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead className="text-ink-3">
        <tr>
          <th scope="col" className="text-left font-normal">
            Hour
          </th>
          <th scope="col" className={heading}>
            May be called
          </th>
          <th scope="col" className={heading}>
            Expected calls
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {open.map(({ key, label: hour, value, part }) => (
          <tr key={key}>
            <th scope="row" className="text-left font-normal">
              {hour}
            </th>
            <td className="text-right">{formatNumber(value)}</td>
            <td className="text-right">{formatNumber(part)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
