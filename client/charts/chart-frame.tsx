import { ParentSize } from '@visx/responsive';
import { Line } from '@visx/shape';
import { useState, type ReactNode } from 'react';
import { chartLayout, type ChartLayout } from './chart-layout.ts';
import { CHART_HEIGHT, weekdayLabel } from './chart-format.ts';

interface ChartFrameProps {
  /** The text alternative of the chart. */
  label: string;
  /** UTC days, oldest first. */
  days: readonly string[];
  /** The top of the scale. */
  max: number;
  formatTick: (value: number) => string;
  /** Renders the data. */
  children: (layout: ChartLayout, hoveredDay: string | undefined) => ReactNode;
}

/** The frame of every chart over days: it fills the width, draws the axes and tracks the hovered day. */
export function ChartFrame({ label, days, max, formatTick, children }: ChartFrameProps) {
  const [hoveredDay, setHoveredDay] = useState<string>();
  return (
    <div style={{ height: CHART_HEIGHT }}>
      <ParentSize debounceTime={0} ignoreDimensions={['height', 'top', 'left']}>
        {({ width }) => {
          if (width === 0) return null;
          const layout = chartLayout(days, width, max);
          return (
            <svg
              width={width}
              height={CHART_HEIGHT}
              role="img"
              aria-label={label}
              className="block"
              onPointerLeave={() => {
                setHoveredDay(undefined);
              }}
            >
              <Axes layout={layout} days={days} formatTick={formatTick} />
              {children(layout, hoveredDay)}
              {days.map((day) => (
                <rect
                  key={day}
                  x={layout.center(day) - layout.columnWidth / 2}
                  width={layout.columnWidth}
                  height={CHART_HEIGHT}
                  fill="transparent"
                  onPointerEnter={() => {
                    setHoveredDay(day);
                  }}
                />
              ))}
            </svg>
          );
        }}
      </ParentSize>
    </div>
  );
}

function Axes({
  layout,
  days,
  formatTick,
}: Pick<ChartFrameProps, 'days' | 'formatTick'> & { layout: ChartLayout }) {
  return (
    <g className="fill-ink-3 text-xs">
      {layout.ticks.map((tick) => (
        <g key={tick}>
          <Line
            from={{ x: layout.left, y: layout.y(tick) }}
            to={{ x: layout.right, y: layout.y(tick) }}
            className="stroke-line"
            shapeRendering="crispEdges"
          />
          <text x={layout.left - 10} y={layout.y(tick)} dy="0.35em" textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {days.map((day) => (
        <text key={day} x={layout.center(day)} y={CHART_HEIGHT - 6} textAnchor="middle">
          {weekdayLabel(day)}
        </text>
      ))}
    </g>
  );
}
