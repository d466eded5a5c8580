import { LinearGradient } from '@visx/gradient';
import { Area, LinePath } from '@visx/shape';
import { useId } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartLayout, DayValue } from './chart-layout.ts';
import { dayLabel } from './day-label.ts';

const asPercent = (value: number) => `${String(value)}%`;

/** A percentage over days, as a filled line. */
export default function RateChart({ data }: { data: readonly DayValue[] }) {
  const label = data.map(({ day, value }) => `${dayLabel(day)}: ${asPercent(value)}`).join('; ');
  return (
    <ChartFrame label={label} data={data} max={100} formatTick={asPercent}>
      {(layout, active) => <Rates layout={layout} active={active} data={data} />}
    </ChartFrame>
  );
}

function Rates({
  layout,
  active,
  data,
}: {
  layout: ChartLayout;
  active: DayValue | undefined;
  data: readonly DayValue[];
}) {
  const gradient = useId();
  const x = ({ day }: DayValue) => layout.center(day);
  const y = ({ value }: DayValue) => layout.y(value);
  return (
    <>
      <LinearGradient
        id={gradient}
        from="var(--color-chart)"
        to="var(--color-chart)"
        fromOpacity={0.26}
        toOpacity={0.02}
      />
      <Area data={[...data]} x={x} y0={layout.bottom} y1={y} fill={`url(#${gradient})`} />
      <LinePath
        data={[...data]}
        x={x}
        y={y}
        className="stroke-chart"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {active !== undefined && (
        <>
          <circle
            cx={x(active)}
            cy={y(active)}
            r={4.5}
            className="fill-surface stroke-chart"
            strokeWidth={2}
          />
          <text
            x={x(active)}
            y={y(active) - 11}
            textAnchor="middle"
            className="fill-ink text-xs font-semibold"
          >
            {asPercent(active.value)}
          </text>
        </>
      )}
    </>
  );
}
