import { BarRounded } from '@visx/shape';
import { formatNumber } from '#shared/formats.ts';
import { ChartFrame } from '#client/charts/chart-frame.tsx';
import { tickLabel, type ChartLayout } from '#client/charts/chart-layout.ts';

export interface HourBar {
  /** Unique, in the order of the chart. */
  key: string;
  /** 0 to 23. */
  hour: number;
  /** Such as "Mon, 9 AM". */
  label: string;
  value: number;
  /** The darker part of the bar. */
  part: number;
}

interface HoursChartProps {
  /** The text alternative; the table beside the chart has the values. */
  label: string;
  bars: readonly HourBar[];
  /** What the tooltip calls the value of a bar, and its darker part where it has one. */
  names: { value: string; part?: string | undefined };
}

/** From this width of a column, every sixth hour has a label; below it, every twelfth. */
const ROOM_FOR_SIX = 9;

/** A bar chart of hours. */
export default function HoursChart({ label, bars, names }: HoursChartProps) {
  return (
    <ChartFrame
      label={label}
      columns={bars.map(({ key }) => key)}
      max={Math.max(0, ...bars.map(({ value }) => value))}
      formatTick={tickLabel}
      columnLabels={(_, width) => hourLabels(bars, width)}
      describe={(index) => {
        const { label: title = '', value = 0, part = 0 } = bars[index] ?? {};
        const rows = [{ name: names.value, value: formatNumber(value), colour: 'bg-chart-rest' }];
        if (names.part !== undefined) {
          rows.push({ name: names.part, value: formatNumber(part), colour: 'bg-chart' });
        }
        return { title, rows, value };
      }}
      marks={(layout) => bars.map((bar) => <Bar key={bar.key} bar={bar} layout={layout} isActive={false} />)}
      active={(layout, index) => {
        const bar = index === undefined ? undefined : bars[index];
        return bar && <Bar bar={bar} layout={layout} isActive />;
      }}
    />
  );
}

function hourLabels(bars: readonly HourBar[], width: number): ReadonlyMap<string, string> {
  const labelled = bars.filter(({ hour }) => hour % (width < ROOM_FOR_SIX ? 12 : 6) === 0);
  return new Map(labelled.map(({ key, hour, label }) => [key, label.split(', ')[hour === 0 ? 0 : 1] ?? '']));
}

function Bar({ bar, layout, isActive }: { bar: HourBar; layout: ChartLayout; isActive: boolean }) {
  const x = layout.center(bar.key) - layout.barWidth / 2;
  const parts = [
    { value: bar.value, colour: isActive ? 'fill-chart' : 'fill-chart-rest' },
    { value: bar.part, colour: 'fill-chart' },
  ];
  return parts.map(({ value, colour }) => {
    const height = layout.bottom - layout.y(value);
    if (height <= 0) return null;
    const radius = Math.min(3, height, layout.barWidth / 2);
    const place = { x, y: layout.y(value), width: layout.barWidth, height };
    return <BarRounded key={colour} {...place} radius={radius} top className={colour} />;
  });
}
