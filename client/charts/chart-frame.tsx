import { Axis } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { ParentSize } from '@visx/responsive';
import { memo, useMemo, type ReactNode } from 'react';
import { chartLayout, type ChartLayout, type LayoutOptions } from './chart-layout.ts';
import { ChartPoint, type PointText } from './chart-point.tsx';
import { CHART_HEIGHT } from './chart-format.ts';
import { dayAxisLabels } from './chart-days.ts';
import { useActivePoint } from './use-active-point.ts';

interface ChartFrameProps extends Omit<LayoutOptions, 'formatTick'> {
  /** The text alternative of the chart. */
  label: string;
  /** The keys of the columns in order; UTC days unless `columnLabels` labels others. */
  columns: readonly string[];
  /** Returns the labels below columns of a width in pixels. */
  columnLabels?: (columns: readonly string[], width: number) => ReadonlyMap<string, string>;
  formatTick: (value: number) => string;
  /** Returns what the tooltip says of a column, and the value beside which it is. */
  describe: (index: number) => PointText & { value: number };
  /** Renders the data. It is not called again while the active column changes. */
  marks: (layout: ChartLayout) => ReactNode;
  /** Renders what stands out: the active column, or what does without one. */
  active: (layout: ChartLayout, index: number | undefined) => ReactNode;
}

/**
 * The frame of every chart over columns: it fills the width, draws axes and grid, and has a tooltip that follows the
 * pointer, a finger or the arrow keys.
 */
export function ChartFrame(props: ChartFrameProps) {
  return (
    <div style={{ height: props.height ?? CHART_HEIGHT }}>
      <ParentSize debounceTime={0} ignoreDimensions={['height', 'top', 'left']}>
        {({ width }) => (width === 0 ? null : <Plot {...props} width={width} />)}
      </ParentSize>
    </div>
  );
}

function Plot({
  label,
  columns,
  columnLabels = dayAxisLabels,
  formatTick,
  describe,
  marks,
  active,
  width,
  max,
  min,
  height,
  top,
}: ChartFrameProps & { width: number }) {
  const layout = useMemo(
    () => chartLayout(columns, width, { max, min, height, top, formatTick }),
    [columns, width, max, min, height, top, formatTick],
  );
  const { index, announced, props } = useActivePoint<HTMLDivElement>({
    keys: columns,
    nearest: layout.nearest,
  });
  const column = columns[index];
  const text = column === undefined ? undefined : describe(index);
  const x = column === undefined ? 0 : layout.center(column);
  return (
    <div
      {...props}
      role="application"
      aria-label="Points of the chart, by arrow keys"
      className="relative touch-pan-y rounded-control -outline-offset-2"
    >
      <svg width={width} height={layout.height} role="img" aria-label={label} className="block">
        <Fixed
          layout={layout}
          columns={columns}
          columnLabels={columnLabels}
          formatTick={formatTick}
          marks={marks}
        />
        {column !== undefined && (
          <line
            x1={x}
            x2={x}
            y1={layout.top}
            y2={layout.bottom}
            className="stroke-ink-3"
            strokeDasharray="2 3"
          />
        )}
        {active(layout, column === undefined ? undefined : index)}
      </svg>
      <ChartPoint text={text} left={x} top={layout.y(text?.value ?? 0)} announced={announced} />
    </div>
  );
}

/** Axes, grid and data, which stay as they are while the active column changes. */
const Fixed = memo(function Fixed({
  layout,
  columns,
  columnLabels,
  formatTick,
  marks,
}: Required<Pick<ChartFrameProps, 'columns' | 'columnLabels' | 'formatTick' | 'marks'>> & {
  layout: ChartLayout;
}) {
  const labels = columnLabels(columns, layout.columnWidth);
  return (
    <>
      <GridRows
        scale={layout.y}
        tickValues={layout.ticks}
        left={layout.left}
        width={layout.right - layout.left}
        stroke="var(--color-line)"
        shapeRendering="crispEdges"
      />
      <ValueAxis scale={layout.y} ticks={layout.ticks} left={layout.left} format={formatTick} />
      <Axis
        orientation="bottom"
        scale={layout.x}
        top={layout.bottom}
        tickLength={10}
        tickValues={[...labels.keys()]}
        tickFormat={(column) => labels.get(column)}
        tickLabelProps={(column) => labelPlace(layout, column, labels.get(column) ?? '')}
        {...PLAIN_AXIS}
      />
      {marks(layout)}
    </>
  );
});

/** Half the width of a letter in pixels. */
const HALF_LETTER = 3.5;

/** Returns where the label of a column is: below its centre, or at the right edge where it would be cut. */
function labelPlace(layout: ChartLayout, column: string, label: string) {
  const end = layout.center(column) + label.length * HALF_LETTER;
  return end > layout.right
    ? ({ textAnchor: 'end', x: layout.right } as const)
    : ({ textAnchor: 'middle' } as const);
}

const PLAIN_AXIS = { hideAxisLine: true, hideTicks: true, axisClassName: 'fill-ink-3 text-xs' };

interface ValueAxisProps {
  scale: ChartLayout['y'];
  ticks: number[];
  /** The left edge of the plot. */
  left: number;
  format: (value: number) => string;
}

/** The labels of a value axis, left of the plot. */
export function ValueAxis({ scale, ticks, left, format }: ValueAxisProps) {
  return (
    <Axis
      orientation="left"
      scale={scale}
      left={left}
      tickLength={10}
      tickValues={ticks}
      tickFormat={(value) => format(Number(value))}
      tickLabelProps={() => ({ textAnchor: 'end', dy: '0.35em' })}
      {...PLAIN_AXIS}
    />
  );
}
