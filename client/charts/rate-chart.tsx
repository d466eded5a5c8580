import { LinearGradient } from '@visx/gradient';
import { Area, LinePath } from '@visx/shape';
import { useId } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartLayout } from './chart-layout.ts';
import { dayLabel } from './chart-format.ts';

/** A percentage of one UTC day (`YYYY-MM-DD`). */
interface DayRate {
  day: string;
  rate: number;
}

const formatPercent = (value: number) => `${String(value)}%`;

/** An area chart of a percentage per day. Days without a rate are skipped. */
export default function RateChart({ days, rates }: { days: readonly string[]; rates: readonly DayRate[] }) {
  const label =
    rates.map(({ day, rate }) => `${dayLabel(day)}: ${formatPercent(rate)}`).join('; ') || 'No calls yet';
  return (
    <ChartFrame label={label} days={days} max={100} formatTick={formatPercent}>
      {(layout, hoveredDay) => {
        const active = rates.find(({ day }) => day === hoveredDay) ?? rates.at(-1);
        return active && <Rates layout={layout} active={active} rates={rates} />;
      }}
    </ChartFrame>
  );
}

function Rates({
  layout,
  active,
  rates,
}: {
  layout: ChartLayout;
  active: DayRate;
  rates: readonly DayRate[];
}) {
  const gradient = useId();
  const x = ({ day }: DayRate) => layout.center(day);
  const y = ({ rate }: DayRate) => layout.y(rate);
  return (
    <>
      <LinearGradient
        id={gradient}
        from="var(--color-chart)"
        to="var(--color-chart)"
        fromOpacity={0.26}
        toOpacity={0.02}
      />
      <Area data={[...rates]} x={x} y0={layout.bottom} y1={y} fill={`url(#${gradient})`} />
      <LinePath
        data={[...rates]}
        x={x}
        y={y}
        className="stroke-chart"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      <circle cx={x(active)} cy={y(active)} r={4.5} className="fill-surface stroke-chart" strokeWidth={2} />
      <text x={x(active)} y={y(active) - 11} textAnchor="middle" className="fill-ink text-xs font-semibold">
        {formatPercent(active.rate)}
      </text>
    </>
  );
}
