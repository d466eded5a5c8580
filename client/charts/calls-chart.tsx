import { BarRounded } from '@visx/shape';
import { formatNumber } from '#shared/formats.ts';
import { ChartFrame } from './chart-frame.tsx';
import { tickLabel } from './chart-layout.ts';
import { dayLabel } from './chart-format.ts';

interface DayCalls {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  calls: number;
}

/** A bar chart of calls per day. It labels the hovered day, else the last day with calls. */
export default function CallsChart({ data }: { data: readonly DayCalls[] }) {
  const label =
    data.map(({ day, calls }) => `${dayLabel(day)}: ${formatNumber(calls)} calls`).join('; ') ||
    'No calls yet';
  const max = Math.max(0, ...data.map(({ calls }) => calls));
  return (
    <ChartFrame label={label} days={data.map(({ day }) => day)} max={max} formatTick={tickLabel}>
      {(layout, hoveredDay) => {
        const active = hoveredDay ?? data.findLast(({ calls }) => calls > 0)?.day;
        return data.map(({ day, calls }) => {
          const height = layout.bottom - layout.y(calls);
          if (height <= 0) return null;
          return (
            <g key={day}>
              <BarRounded
                x={layout.center(day) - layout.barWidth / 2}
                y={layout.y(calls)}
                width={layout.barWidth}
                height={height}
                radius={Math.min(4, height)}
                top
                className={
                  day === active ? 'fill-chart transition-colors' : 'fill-chart-rest transition-colors'
                }
              />
              {day === active && (
                <text
                  x={layout.center(day)}
                  y={layout.y(calls) - 7}
                  textAnchor="middle"
                  className="fill-ink text-xs font-semibold"
                >
                  {formatNumber(calls)}
                </text>
              )}
            </g>
          );
        });
      }}
    </ChartFrame>
  );
}
