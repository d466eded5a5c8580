import { useId } from 'react';
import { formatNumber, successRate } from '#shared/formats.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartLayout } from './chart-layout.ts';
import { dayLabel } from './chart-days.ts';
import { areaPath, linePath } from './line-path.ts';
import { seriesLabel } from './series-label.ts';

/** The calls of one UTC day (`YYYY-MM-DD`), and how many of them were delivered. */
interface DayDelivery {
  day: string;
  calls: number;
  delivered: number;
}

interface DayRate extends DayDelivery {
  rate: number;
}

const formatPercent = (value: number) => `${String(value)}%`;

/** An area chart of the delivery rate per day; a single day is a dot. Days without calls are skipped. */
export default function RateChart({ data }: { data: readonly DayDelivery[] }) {
  const days = data.map(({ day }) => day);
  const rates = data
    .filter(({ calls }) => calls > 0)
    .map((day) => ({ ...day, rate: successRate(day.delivered, day.calls) }));
  const label = seriesLabel(
    rates.map(({ day, rate }) => ({ title: dayLabel(day, days.length), value: rate })),
    '%',
  );
  const rateOf = (index: number) => rates.find(({ day }) => day === days[index]);
  return (
    <ChartFrame
      label={label}
      columns={days}
      max={100}
      formatTick={formatPercent}
      describe={(index) => {
        const day = rateOf(index);
        const value = day === undefined ? 'no calls' : formatPercent(day.rate);
        const counts = day === undefined ? [] : [{ name: 'Calls', value: deliveredOf(day) }];
        const rows = [{ name: 'Delivery rate', value, colour: 'bg-chart' }, ...counts];
        return { title: dayLabel(days[index] ?? '', days.length), rows, value: day?.rate ?? 0 };
      }}
      marks={(layout) => <Rates layout={layout} rates={rates} />}
      active={(layout, index) => {
        const one = index === undefined ? rates.at(-1) : rateOf(index);
        return one && <Dot layout={layout} labelled={index === undefined} {...one} />;
      }}
    />
  );
}

function deliveredOf({ delivered, calls }: DayDelivery): string {
  return `${formatNumber(delivered)} of ${formatNumber(calls)}`;
}

function Rates({ layout, rates }: { layout: ChartLayout; rates: readonly DayRate[] }) {
  const gradient = useId();
  if (rates.length < 2) return null;
  const points = rates.map(({ day, rate }) => ({ x: layout.center(day), y: layout.y(rate) }));
  return (
    <>
      <linearGradient id={gradient} x2="0" y2="1">
        <stop stopColor="var(--color-chart)" stopOpacity={0.26} />
        <stop offset="1" stopColor="var(--color-chart)" stopOpacity={0.02} />
      </linearGradient>
      <path d={areaPath(points, layout.bottom)} fill={`url(#${gradient})`} />
      <path
        d={linePath(points)}
        fill="none"
        className="stroke-chart"
        strokeWidth={2}
        strokeLinejoin="round"
      />
    </>
  );
}

function Dot({ day, rate, layout, labelled }: DayRate & { layout: ChartLayout; labelled: boolean }) {
  const [x, y] = [layout.center(day), layout.y(rate)];
  return (
    <>
      <circle cx={x} cy={y} r={4.5} className="fill-surface stroke-chart" strokeWidth={2} />
      {labelled && (
        <text
          x={Math.min(x, layout.right - 16)}
          y={y - 11}
          textAnchor="middle"
          className="fill-ink text-xs font-semibold"
        >
          {formatPercent(rate)}
        </text>
      )}
    </>
  );
}
