import { BarRounded } from '@visx/shape';
import { formatNumber } from '#shared/formats.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { DayValue } from './chart-layout.ts';
import { dayLabel } from './day-label.ts';

/** How many calls were made on each day, as bars. */
export default function CallsChart({ data }: { data: readonly DayValue[] }) {
  const label = data.map(({ day, value }) => `${dayLabel(day)}: ${formatNumber(value)} calls`).join('; ');
  return (
    <ChartFrame
      label={label}
      data={data}
      max={Math.max(0, ...data.map(({ value }) => value))}
      formatTick={formatNumber}
    >
      {(layout, active) =>
        data.map(({ day, value }) => {
          const height = layout.bottom - layout.y(value);
          const isActive = day === active?.day;
          if (height <= 0) return null;
          return (
            <g key={day}>
              <BarRounded
                x={layout.center(day) - layout.barWidth / 2}
                y={layout.y(value)}
                width={layout.barWidth}
                height={height}
                radius={Math.min(4, height)}
                top
                className={isActive ? 'fill-chart transition-colors' : 'fill-chart-rest transition-colors'}
              />
              {isActive && (
                <text
                  x={layout.center(day)}
                  y={layout.y(value) - 7}
                  textAnchor="middle"
                  className="fill-ink text-xs font-semibold"
                >
                  {formatNumber(value)}
                </text>
              )}
            </g>
          );
        })
      }
    </ChartFrame>
  );
}
