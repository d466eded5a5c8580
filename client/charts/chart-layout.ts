import { scaleBand, scaleLinear } from '@visx/vendor/d3-scale';
import { formatNumber } from '#shared/formats.ts';
import { CHART_HEIGHT } from './chart-format.ts';

const MARGIN = { top: 22, right: 2, bottom: 26, left: 40 };
/** Between a tick label and the plot, and before the focus ring at the left edge, in pixels. */
const TICK_SPACE = 18;
const TICKS = 3;
/** Columns narrower than this in pixels have less space between them, so that their bars stay visible. */
const NARROW = 8;
/** A wider bar, of few columns, would be a block. */
const MAX_BAR = 72;
/** Numbers from here on are too wide for the margin and are abbreviated. */
const COMPACT_FROM = 10_000;
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** The positions of columns and values on a chart. */
export type ChartLayout = ReturnType<typeof chartLayout>;

export interface LayoutOptions {
  /** The highest value; may be 0. */
  max: number;
  /** The lowest value; 0 by default. */
  min?: number | undefined;
  height?: number | undefined;
  /** Where the plot begins. */
  top?: number | undefined;
  /** Formats the ticks that need room on the left; default: `tickLabel`. */
  formatTick?: ((value: number) => string) | undefined;
}

/**
 * Computes the layout of a chart: columns on the x axis, values from `min` to `max`, rounded to ticks, on the y axis.
 * `width` and all positions are in pixels.
 */
export function chartLayout(
  columns: readonly string[],
  width: number,
  { max, min = 0, height = CHART_HEIGHT, top = MARGIN.top, formatTick = tickLabel }: LayoutOptions,
) {
  const bottom = height - MARGIN.bottom;
  const y = scaleLinear([min, Math.max(max, TICKS)], [bottom, top]).nice(TICKS);
  const ticks = y.ticks(TICKS);
  const left = Math.max(MARGIN.left, ...ticks.map((tick) => textWidth(formatTick(tick)) + TICK_SPACE));
  const right = Math.max(left + 1, width - MARGIN.right);
  const room = (right - left) / Math.max(1, columns.length);
  const gap = room < NARROW ? 0.2 : 0.5;
  const x = scaleBand(columns, [left, right])
    .paddingInner(gap)
    .paddingOuter(gap / 2);
  return {
    x,
    y,
    top,
    left,
    right,
    bottom,
    height,
    barWidth: Math.min(MAX_BAR, Math.max(1, x.bandwidth())),
    columnWidth: x.step(),
    center: (column: string): number => (x(column) ?? 0) + x.bandwidth() / 2,
    /** Returns the index of the column at a position. */
    nearest: (position: number): number =>
      Math.min(columns.length - 1, Math.max(0, Math.floor((position - left) / x.step()))),
    ticks,
  };
}

/** Returns about how wide a tick label is, in pixels; digits have one width, points and commas about half of it. */
function textWidth(label: string): number {
  const digits = label.replaceAll(/[.,]/g, '').length;
  return digits * 7.5 + (label.length - digits) * 3.5;
}

/** Formats a tick: "2,500", and from 10,000 on "12.5K". */
export function tickLabel(value: number): string {
  return Math.abs(value) < COMPACT_FROM ? formatNumber(value) : COMPACT.format(value);
}
