import { scaleBand, scaleLinear } from '@visx/scale';
import { formatNumber } from '#shared/formats.ts';
import { CHART_HEIGHT } from './chart-format.ts';

const MARGIN = { top: 22, right: 2, bottom: 26, left: 40 };
const TICKS = 3;
/** Numbers from here on are too wide for the margin and are abbreviated. */
const COMPACT_FROM = 10_000;
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** The positions of days and values on a chart. */
export type ChartLayout = ReturnType<typeof chartLayout>;

/**
 * Computes the layout of a chart: days on the x axis, values from 0 to `max` (rounded up to a tick) on the y axis. `width`
 * and all positions are in pixels. `max` may be 0.
 */
export function chartLayout(days: readonly string[], width: number, max: number) {
  const x = scaleBand({
    domain: [...days],
    range: [MARGIN.left, width - MARGIN.right],
    paddingInner: 0.5,
    paddingOuter: 0.25,
  });
  const y = scaleLinear({
    domain: [0, Math.max(max, TICKS)],
    range: [CHART_HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: TICKS,
  });
  return {
    left: MARGIN.left,
    right: width - MARGIN.right,
    bottom: CHART_HEIGHT - MARGIN.bottom,
    barWidth: x.bandwidth(),
    columnWidth: x.step(),
    center: (day: string): number => (x(day) ?? 0) + x.bandwidth() / 2,
    y: (value: number): number => y(value),
    ticks: y.ticks(TICKS),
  };
}

/** Formats a tick: "2,500", and from 10,000 on "12.5K". */
export function tickLabel(value: number): string {
  return value < COMPACT_FROM ? formatNumber(value) : COMPACT.format(value);
}
