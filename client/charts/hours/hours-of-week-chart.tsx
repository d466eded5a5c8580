import { Axis } from '@visx/axis';
import { ParentSize } from '@visx/responsive';
import { scaleBand } from '@visx/vendor/d3-scale';
import { memo, useMemo } from 'react';
import { formatDelivered, formatNumber, successRate } from '#shared/formats.ts';
import { ChartPoint } from '#client/charts/chart-point.tsx';
import {
  bestHour,
  bestWeekday,
  hourLabel,
  hourSpan,
  MIN_CALLS,
  WEEKDAY_NUMBERS,
  weekdayName,
  type WeekHour,
} from './hours-of-week.ts';
import { useActivePoint, type KeyStep } from '#client/charts/use-active-point.ts';

const LEFT = 40;
const ROW = 24;
const BOTTOM = 26;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const HEIGHT = WEEKDAY_NUMBERS.length * ROW + BOTTOM;
/** Below this width of an hour in pixels, every sixth hour has a label; above it, every third. */
const ROOM_FOR_THIRD = 16;
/** The lightest cell, in percent of the chart's colour. */
const LIGHTEST = 20;

interface Cell extends WeekHour {
  calls: number;
}

const CELLS = WEEKDAY_NUMBERS.flatMap((weekday) => HOURS.map((hour) => ({ weekday, hour })));
const KEYS = CELLS.map(({ weekday, hour }) => `${String(weekday)}-${String(hour)}`);

/**
 * A heat map of the share of delivered calls by weekday and hour of the called person, whose best hour has a frame and whose
 * best weekday is in bold. Small cells have too few calls to say much. Arrow keys move in both directions.
 */
export default function HoursOfWeekChart({ hours }: { hours: readonly WeekHour[] }) {
  return (
    <>
      <div style={{ height: HEIGHT }}>
        <ParentSize debounceTime={0} ignoreDimensions={['height', 'top', 'left']}>
          {({ width }) => (width === 0 ? null : <HeatMap hours={hours} width={width} />)}
        </ParentSize>
      </div>
      <Legend />
    </>
  );
}

function HeatMap({ hours, width }: { hours: readonly WeekHour[]; width: number }) {
  const grid = useMemo(() => gridOf(width), [width]);
  const cells = useMemo(() => cellsOf(hours), [hours]);
  const { index, announced, props } = useActivePoint<HTMLDivElement>({
    keys: KEYS,
    nearest: grid.nearest,
    step: stepInGrid,
  });
  const active = cells[index];
  const at = active && grid.place(active);
  return (
    <div
      {...props}
      role="application"
      aria-label="Hours of the chart, by arrow keys"
      className="relative touch-pan-y rounded-control -outline-offset-2"
    >
      <svg width={width} height={HEIGHT} role="img" aria-label={textOf(hours)} className="block">
        <Week grid={grid} hours={hours} cells={cells} />
        {at && <rect {...at} {...FRAME} className="stroke-ink-2" strokeDasharray="3 2" />}
      </svg>
      <ChartPoint
        text={active && textOfCell(active)}
        left={at ? at.x + at.width / 2 : 0}
        top={at ? at.y + at.height / 2 : 0}
        announced={announced}
      />
    </div>
  );
}

type Grid = ReturnType<typeof gridOf>;

/** Returns where the hours are on a chart of a width in pixels. */
function gridOf(width: number) {
  const x = scaleBand(HOURS.map(String), [LEFT, width]);
  const y = scaleBand(WEEKDAY_NUMBERS.map(String), [0, HEIGHT - BOTTOM]);
  return {
    x,
    y,
    place: ({ weekday, hour }: Pick<Cell, 'weekday' | 'hour'>) => ({
      x: x(String(hour)) ?? 0,
      y: y(String(weekday)) ?? 0,
      width: x.bandwidth(),
      height: y.bandwidth(),
    }),
    nearest: (left: number, top: number) => {
      const column = Math.floor((left - LEFT) / x.step());
      const row = Math.floor(top / y.step());
      const isInside = column >= 0 && column < HOURS.length && row >= 0 && row < WEEKDAY_NUMBERS.length;
      return isInside ? row * HOURS.length + column : undefined;
    },
  };
}

const FRAME = { rx: 4, fill: 'none', strokeWidth: 2 };
const PLAIN_AXIS = { hideAxisLine: true, hideTicks: true, axisClassName: 'fill-ink-3 text-xs' };

/** The labels and the hours, which stay as they are while the active hour changes. */
const Week = memo(function Week({
  grid,
  hours,
  cells,
}: {
  grid: Grid;
  hours: readonly WeekHour[];
  cells: readonly Cell[];
}) {
  const { x, y, place } = grid;
  const [best, bestDay] = [bestHour(hours), bestWeekday(hours)?.weekday];
  const every = x.step() < ROOM_FOR_THIRD ? 6 : 3;
  return (
    <>
      <Axis
        orientation="left"
        scale={y}
        left={LEFT}
        tickLength={10}
        tickFormat={(day) => weekdayName(Number(day)).slice(0, 3)}
        tickLabelProps={(day) => ({
          textAnchor: 'end',
          dy: '0.35em',
          ...(Number(day) === bestDay && { className: 'fill-ink font-semibold' }),
        })}
        {...PLAIN_AXIS}
      />
      <Axis
        orientation="bottom"
        scale={x}
        top={HEIGHT - BOTTOM}
        tickLength={8}
        tickValues={HOURS.filter((hour) => hour % every === 0).map(String)}
        tickFormat={(hour) => hourLabel(Number(hour))}
        tickLabelProps={() => ({ textAnchor: 'middle' })}
        {...PLAIN_AXIS}
      />
      {cells.map((cell, index) => (
        <HourCell key={KEYS[index]} {...place(cell)} cell={cell} />
      ))}
      {best && <rect {...place(best)} {...FRAME} className="stroke-ink" />}
    </>
  );
});

interface HourCellProps {
  x: number;
  y: number;
  width: number;
  height: number;
  cell: Cell;
}

/** Full size with enough calls, half of it with fewer, a dot without. */
function HourCell({ x, y, width, height, cell: { delivered, calls } }: HourCellProps) {
  const [centerX, centerY] = [x + width / 2, y + height / 2];
  if (calls === 0) return <circle cx={centerX} cy={centerY} r={1} className="fill-ink-3/50" />;
  const scale = calls < MIN_CALLS ? 0.5 : 1;
  const size = { width: (width - 2) * scale, height: (height - 2) * scale };
  return (
    <rect
      x={centerX - size.width / 2}
      y={centerY - size.height / 2}
      {...size}
      rx={3}
      fill={colourOf(delivered / calls)}
    />
  );
}

/** Returns the colour of a share: the chart's colour mixed with the surface. */
function colourOf(share: number): string {
  const percent = LIGHTEST + Math.round(share * (100 - LIGHTEST));
  return `color-mix(in oklab, var(--color-chart) ${String(percent)}%, var(--color-surface))`;
}

function Legend() {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
      <li className="flex items-center gap-2">
        0%
        <span
          aria-hidden
          className="h-2.5 w-24 rounded-full"
          style={{ background: `linear-gradient(to right in oklab, ${colourOf(0)}, ${colourOf(1)})` }}
        />
        100% delivered
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden className="size-3 rounded-small border-2 border-ink" /> Best hour
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden className="size-1.5 rounded-[2px] bg-chart" /> Fewer than {MIN_CALLS} calls
      </li>
    </ul>
  );
}

function cellsOf(hours: readonly WeekHour[]): Cell[] {
  const hourByKey = new Map(hours.map((hour) => [`${String(hour.weekday)}-${String(hour.hour)}`, hour]));
  return CELLS.map((cell, index) => {
    const { delivered, failed } = hourByKey.get(KEYS[index] ?? '') ?? { delivered: 0, failed: 0 };
    return { ...cell, delivered, failed, calls: delivered + failed };
  });
}

function textOfCell({ weekday, hour, delivered, calls }: Cell) {
  const title = `${weekdayName(weekday)}, ${hourSpan(hour)}`;
  if (calls === 0) return { title, rows: [{ name: 'Calls', value: 'none' }] };
  return {
    title,
    rows: [
      { name: 'Delivery rate', value: `${String(successRate(delivered, calls))}%`, colour: 'bg-chart' },
      { name: 'Calls', value: `${formatNumber(delivered)} of ${formatNumber(calls)}` },
    ],
  };
}

function textOf(hours: readonly WeekHour[]): string {
  const [hour, weekday] = [bestHour(hours), bestWeekday(hours)];
  const facts = [
    hour &&
      `best hour ${weekdayName(hour.weekday)} ${hourSpan(hour.hour)}, ${formatDelivered(hour.delivered, hour.calls)}`,
    weekday &&
      `best weekday ${weekdayName(weekday.weekday)}, ${formatDelivered(weekday.delivered, weekday.calls)}`,
  ].filter((fact) => fact !== undefined);
  return `Delivered calls by weekday and hour: ${facts.join('; ') || 'too few calls to tell'}`;
}

const stepInGrid: KeyStep = (key, index) => {
  const [rows, columns] = [WEEKDAY_NUMBERS.length, HOURS.length];
  const [row, column] = index < 0 ? [0, 0] : [Math.floor(index / columns), index % columns];
  const at = (nextRow: number, nextColumn: number) =>
    Math.min(rows - 1, Math.max(0, nextRow)) * columns + Math.min(columns - 1, Math.max(0, nextColumn));
  switch (key) {
    case 'ArrowRight':
      return index < 0 ? 0 : at(row, column + 1);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowDown':
      return index < 0 ? 0 : at(row + 1, column);
    case 'ArrowUp':
      return at(row - 1, column);
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, columns - 1);
    default:
      return undefined;
  }
};
