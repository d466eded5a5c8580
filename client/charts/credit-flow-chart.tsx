import { GridRows } from '@visx/grid';
import { scaleLinear } from '@visx/vendor/d3-scale';
import { useId, useMemo } from 'react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { dayLabel } from './chart-days.ts';
import { ChartFrame, ValueAxis } from './chart-frame.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { tickLabel, type ChartLayout } from './chart-layout.ts';
import { Hatch } from './hatch.tsx';
import { linePath } from './line-path.ts';

/** What happened to the credits of a user on one UTC day. */
export interface CreditDay {
  /** `YYYY-MM-DD`. */
  day: string;
  granted: number;
  held: number;
  deducted: number;
  released: number;
  /** What corrections and refunds gave, or took (below 0). */
  adjusted: number;
  /** What could be spent at its end. */
  balance: number;
}

const HEIGHT = 320;
/** The line of the balance is above the bars, on a scale of its own. */
const BALANCE = { top: 12, bottom: 104 };
const BARS_TOP = 140;
const LINE_TICKS = 2;
/** The room of an amount above a grant in pixels. */
const LABEL_ROOM = 44;
/** In pixels. */
const NARROW = 6;

/**
 * Credits by day: the balance as a line; below it released credits upwards, held and deducted ones downwards. A grant is
 * more than the calls of a day by far, so it is a mark with its amount, which takes no part in the scale.
 */
export default function CreditFlowChart({ days }: { days: readonly CreditDay[] }) {
  const columns = useMemo(() => days.map(({ day }) => day), [days]);
  const hatch = useId();
  const last = days.at(-1);
  const sum = (of: 'granted' | 'held' | 'deducted' | 'released') =>
    formatNumber(days.reduce((total, day) => total + day[of], 0));
  const label = `Credits over ${formatCount(days.length, 'day')}: ${sum('granted')} granted, ${sum('held')} held, ${sum('deducted')} deducted, ${sum('released')} released, ${formatNumber(last?.balance ?? 0)} at the end`;
  return (
    <>
      <ChartFrame
        label={label}
        columns={columns}
        height={HEIGHT}
        top={BARS_TOP}
        max={Math.max(0, ...days.map(({ released }) => released))}
        min={-Math.max(0, ...days.map(({ held, deducted }) => Math.max(held, deducted)))}
        formatTick={(value) => tickLabel(Math.abs(value))}
        describe={(index) => ({ ...describeDay(days[index], days.length), value: 0 })}
        marks={(layout) => (
          <>
            <Hatch id={hatch} className="stroke-chart-held" />
            <BalanceLine days={days} layout={layout} />
            <Grants days={days} layout={layout} />
            {days.map((day) => (
              <Flows key={day.day} flow={day} layout={layout} hatch={`url(#${hatch})`} />
            ))}
            <line
              x1={layout.left}
              x2={layout.right}
              y1={layout.y(0)}
              y2={layout.y(0)}
              className="stroke-line-strong"
              shapeRendering="crispEdges"
            />
          </>
        )}
        active={(layout, index) => {
          const day = days[index ?? days.length - 1];
          return (
            day && (
              <circle
                cx={layout.center(day.day)}
                cy={balanceScale(days)(day.balance)}
                r={4}
                className="fill-surface stroke-ink"
                strokeWidth={2}
              />
            )
          );
        }}
      />
      <ChartLegend
        entries={[
          { name: 'Balance', className: 'bg-ink' },
          { name: 'Granted (with its amount)', className: 'bg-chart-granted' },
          { name: 'Released', className: 'bg-chart-released' },
          { name: 'Held', className: 'hatched' },
          { name: 'Deducted', className: 'bg-chart-deducted' },
        ]}
      />
    </>
  );
}

function describeDay(day: CreditDay | undefined, days: number) {
  if (day === undefined) return { title: '', rows: [] };
  const moved = [
    { name: 'Granted', value: day.granted, colour: 'bg-chart-granted' },
    { name: 'Released', value: day.released, colour: 'bg-chart-released' },
    { name: 'Held', value: day.held, colour: 'hatched' },
    { name: 'Deducted', value: day.deducted, colour: 'bg-chart-deducted' },
    { name: 'Corrected', value: day.adjusted, colour: undefined },
  ].filter(({ value }) => value !== 0);
  const rows = [...moved, { name: 'Balance', value: day.balance, colour: 'bg-ink' }];
  return {
    title: dayLabel(day.day, days),
    rows: rows.map((row) => ({ ...row, value: formatNumber(row.value) })),
  };
}

function balanceScale(days: readonly CreditDay[]) {
  const max = Math.max(LINE_TICKS, ...days.map(({ balance }) => balance));
  return scaleLinear([0, max], [BALANCE.bottom, BALANCE.top]).nice(LINE_TICKS);
}

function BalanceLine({ days, layout }: { days: readonly CreditDay[]; layout: ChartLayout }) {
  const y = balanceScale(days);
  const ticks = y.ticks(LINE_TICKS);
  return (
    <>
      <GridRows
        scale={y}
        tickValues={ticks}
        left={layout.left}
        width={layout.right - layout.left}
        stroke="var(--color-line)"
        shapeRendering="crispEdges"
      />
      <ValueAxis scale={y} ticks={ticks} left={layout.left} format={tickLabel} />
      <path
        d={linePath(days.map(({ day, balance }) => ({ x: layout.center(day), y: y(balance) })))}
        fill="none"
        className="stroke-ink"
        strokeWidth={2}
        strokeLinejoin="round"
      />
    </>
  );
}

/** Grants as lines with their amount; the amount is left out where it would cover the one before. */
function Grants({ days, layout }: { days: readonly CreditDay[]; layout: ChartLayout }) {
  let labelled = -Infinity;
  return days
    .filter(({ granted }) => granted > 0)
    .map(({ day, granted }) => {
      const x = layout.center(day);
      const hasRoom = x - labelled > LABEL_ROOM;
      if (hasRoom) labelled = x;
      return (
        <g key={day}>
          <line
            x1={x}
            x2={x}
            y1={layout.top}
            y2={layout.y(0)}
            strokeWidth={2}
            className="stroke-chart-granted"
          />
          <circle cx={x} cy={layout.top} r={3.5} className="fill-chart-granted" />
          {hasRoom && (
            <text
              x={Math.min(x, layout.right - LABEL_ROOM / 2)}
              y={layout.top - 8}
              textAnchor="middle"
              className="fill-ink text-xs font-semibold"
            >
              {`+${tickLabel(granted)}`}
            </text>
          )}
        </g>
      );
    });
}

/** Upwards what was released; downwards what was held, and beside it what was deducted. */
function Flows({ flow, layout, hatch }: { flow: CreditDay; layout: ChartLayout; hatch: string }) {
  const { released, held, deducted } = flow;
  const [width, x] = [layout.barWidth, layout.center(flow.day) - layout.barWidth / 2];
  // Narrow bars have no room for stripes or for two beside each other: the one is drawn over the other.
  const isNarrow = width < NARROW;
  const half = isNarrow ? 0 : width / 2;
  const bar = (to: number) => ({
    y: layout.y(Math.max(0, to)),
    height: Math.abs(layout.y(0) - layout.y(to)),
  });
  return (
    <>
      {released > 0 && <rect x={x} width={width} {...bar(released)} className="fill-chart-released" />}
      {held > 0 && (
        <rect
          x={x}
          width={width - half}
          {...bar(-held)}
          {...(isNarrow ? { className: 'fill-chart-held' } : { className: 'stroke-chart-held', fill: hatch })}
        />
      )}
      {deducted > 0 && (
        <rect x={x + half} width={width - half} {...bar(-deducted)} className="fill-chart-deducted" />
      )}
    </>
  );
}
