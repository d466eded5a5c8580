import { BarRounded } from '@visx/shape';
import { useId } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { everyNth } from './chart-days.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { Hatch } from './hatch.tsx';
import { tickLabel, type ChartLayout } from './chart-layout.ts';

export interface ComparedPair {
  /** Unique: "Delivered", or "Day 3". */
  label: string;
  /** The values of the two series; null where one has none. */
  values: readonly [number | null, number | null];
  /** What the tooltip calls the two, such as two days; the names of the series by default. */
  names?: readonly [string, string] | undefined;
}

interface CompareChartProps {
  /** The text alternative. */
  label: string;
  /** The names of the two series. */
  series: readonly [string, string];
  pairs: readonly ComparedPair[];
  unit: 'count' | 'percent';
}

const PX_PER_LETTER = 7;
const SWATCHES = ['bg-chart', 'hatched-compared'] as const;

/** Pairs of bars of two series side by side, the second striped. */
export default function CompareChart({ label, series, pairs, unit }: CompareChartProps) {
  const hatch = useId();
  const format = (value: number) => (unit === 'percent' ? `${String(value)}%` : formatNumber(value));
  const highest = Math.max(0, ...pairs.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <>
      <ChartFrame
        label={label}
        columns={pairs.map((pair) => pair.label)}
        columnLabels={pairLabels}
        max={unit === 'percent' ? 100 : highest}
        formatTick={unit === 'percent' ? format : tickLabel}
        describe={(index) => {
          const { label: title = '', values = [null, null], names = series } = pairs[index] ?? {};
          return {
            title,
            rows: values.map((value, at) => ({
              name: names[at] ?? '',
              value: value === null ? 'none' : format(value),
              colour: SWATCHES[at],
            })),
            value: Math.max(values[0] ?? 0, values[1] ?? 0),
          };
        }}
        marks={(layout) => (
          <>
            <Hatch id={hatch} className="stroke-chart-compared" />
            {pairs.map((pair) => (
              <Pair key={pair.label} pair={pair} layout={layout} hatch={hatch} />
            ))}
          </>
        )}
        active={() => null}
      />
      <ChartLegend entries={series.map((name, at) => ({ name, className: SWATCHES[at] ?? '' }))} />
    </>
  );
}

function Pair({ pair, layout, hatch }: { pair: ComparedPair; layout: ChartLayout; hatch: string }) {
  const width = Math.max(1, layout.barWidth / 2 - 1);
  const x = layout.center(pair.label);
  return pair.values.map((value, at) => {
    const height = layout.bottom - layout.y(value ?? 0);
    if (height <= 0) return null;
    return (
      <BarRounded
        key={at === 0 ? 'first' : 'second'}
        x={at === 0 ? x - width - 1 : x + 1}
        y={layout.y(value ?? 0)}
        width={width}
        height={height}
        radius={Math.min(4, height, width / 2)}
        top
        {...(at === 0
          ? { className: 'fill-chart' }
          : { className: 'stroke-chart-compared', fill: `url(#${hatch})` })}
      />
    );
  });
}

/** Labels as many pairs as have room for the longest label. */
function pairLabels(columns: readonly string[], width: number): ReadonlyMap<string, string> {
  const room = Math.max(...columns.map(({ length }) => length)) * PX_PER_LETTER;
  return new Map(everyNth(columns, Math.max(1, Math.ceil(room / width))).map((column) => [column, column]));
}
