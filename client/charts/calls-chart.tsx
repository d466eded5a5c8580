import { BarRounded } from '@visx/shape';
import { useMemo } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { ChartFrame } from './chart-frame.tsx';
import { tickLabel, type ChartLayout } from './chart-layout.ts';
import { dayLabel } from './chart-days.ts';
import { seriesLabel } from './series-label.ts';

export interface DayCalls {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  calls: number;
}

/** More bars than this are all in the colour of the chart; of fewer, one stands out. */
const FEW = 14;

/** A bar chart of calls per day. It labels the last day with calls until a day is chosen. */
export default function CallsChart({ data }: { data: readonly DayCalls[] }) {
  const days = useMemo(() => data.map(({ day }) => day), [data]);
  const label = seriesLabel(
    data.map(({ day, calls }) => ({ title: dayLabel(day, data.length), value: calls })),
    'calls',
  );
  const rest = data.length > FEW ? 'fill-chart' : 'fill-chart-rest';
  return (
    <ChartFrame
      label={label}
      columns={days}
      max={Math.max(0, ...data.map(({ calls }) => calls))}
      formatTick={tickLabel}
      describe={(index) => {
        const { day = '', calls = 0 } = data[index] ?? {};
        const rows = [{ name: 'Calls', value: formatNumber(calls), colour: 'bg-chart' }];
        return { title: dayLabel(day, data.length), rows, value: calls };
      }}
      marks={(layout) => data.map((one) => <Bar key={one.day} {...one} layout={layout} className={rest} />)}
      active={(layout, index) => {
        const one = index === undefined ? data.findLast(({ calls }) => calls > 0) : data[index];
        if (one === undefined) return null;
        if (data.length > FEW)
          return index !== undefined && <Bar {...one} layout={layout} className="fill-accent-strong" />;
        return (
          <>
            <Bar {...one} layout={layout} className="fill-chart" />
            {index === undefined && (
              <text
                x={layout.center(one.day)}
                y={layout.y(one.calls) - 7}
                textAnchor="middle"
                className="fill-ink text-xs font-semibold"
              >
                {formatNumber(one.calls)}
              </text>
            )}
          </>
        );
      }}
    />
  );
}

function Bar({ day, calls, layout, className }: DayCalls & { layout: ChartLayout; className: string }) {
  const height = layout.bottom - layout.y(calls);
  if (height <= 0) return null;
  return (
    <BarRounded
      x={layout.center(day) - layout.barWidth / 2}
      y={layout.y(calls)}
      width={layout.barWidth}
      height={height}
      radius={Math.min(4, height, layout.barWidth / 2)}
      top
      className={className}
    />
  );
}
