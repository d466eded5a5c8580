import { scaleBand, scaleLinear } from '@visx/scale';
import { formatNumber } from '#shared/formats.ts';
import { CHART_HEIGHT } from './chart-size.ts';

const MARGIN = { top: 22, right: 2, bottom: 26, left: 40 };
const TICKS = 3;
/** From here on a number is wider than the margin beside the scale. */
const COMPACT_FROM = 10_000;
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** Where days and values stand on a chart of a given width. */
export type ChartLayout = ReturnType<typeof chartLayout>;

/**
 * Lays out a chart of days over a scale that begins at 0 and ends at `max` (rounded up to a whole step). `max` may be
 * 0: an empty chart has a scale too.
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

/** A number beside a scale: "2,500", and from 10,000 on "12.5K". */
export function tickLabel(value: number): string {
  return value < COMPACT_FROM ? formatNumber(value) : COMPACT.format(value);
}
