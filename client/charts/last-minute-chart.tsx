import { formatCount, formatNumber } from '#shared/formats.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { tickLabel, type ChartLayout } from './chart-layout.ts';
import { areaPath, linePath } from './line-path.ts';

/** Calls that were reported within one second. */
export interface SecondCalls {
  /** When the second began, in milliseconds since 1970. */
  at: number;
  delivered: number;
  failed: number;
}

/** Seconds between two labels of the axis. */
const LABEL_EVERY = 15;
const FAILED_DASHES = '4 3';

/** Calls reported in each of the last seconds, oldest first: an area of the delivered, a dashed line of the failed. */
export default function LastMinuteChart({ seconds }: { seconds: readonly SecondCalls[] }) {
  const columns = seconds.map(({ at }) => String(at));
  const sum = (of: 'delivered' | 'failed') => seconds.reduce((calls, second) => calls + second[of], 0);
  return (
    <>
      <ChartFrame
        label={`Calls reported in the last ${String(seconds.length)} seconds: ${formatNumber(sum('delivered'))} delivered, ${formatNumber(sum('failed'))} failed`}
        columns={columns}
        columnLabels={secondLabels}
        max={Math.max(0, ...seconds.map(({ delivered, failed }) => Math.max(delivered, failed)))}
        formatTick={tickLabel}
        describe={(index) => {
          const { delivered = 0, failed = 0 } = seconds[index] ?? {};
          return {
            title: agoLabel(seconds.length - 1 - index),
            rows: [
              { name: 'Delivered', value: formatNumber(delivered), colour: 'bg-chart' },
              { name: 'Failed', value: formatNumber(failed), colour: 'bg-chart-failed' },
            ],
            value: Math.max(delivered, failed),
          };
        }}
        marks={(layout) => <Lines layout={layout} seconds={seconds} />}
        active={(layout, index) => {
          // A single second has no line.
          const second = seconds[index ?? (seconds.length === 1 ? 0 : -1)];
          return second && <Dots layout={layout} {...second} />;
        }}
      />
      <ChartLegend
        entries={[
          { name: 'Delivered', className: 'bg-chart' },
          { name: 'Failed (dashed)', className: 'bg-chart-failed' },
        ]}
      />
    </>
  );
}

function Lines({ layout, seconds }: { layout: ChartLayout; seconds: readonly SecondCalls[] }) {
  if (seconds.length < 2) return null;
  const line = (of: 'delivered' | 'failed') =>
    seconds.map((second) => ({ x: layout.center(String(second.at)), y: layout.y(second[of]) }));
  const delivered = line('delivered');
  return (
    <>
      <path d={areaPath(delivered, layout.bottom)} className="fill-chart/15" />
      <path d={linePath(delivered)} fill="none" className="stroke-chart" strokeWidth={2} />
      <path
        d={linePath(line('failed'))}
        fill="none"
        className="stroke-chart-failed"
        strokeWidth={2}
        strokeDasharray={FAILED_DASHES}
      />
    </>
  );
}

function Dots({ layout, at, delivered, failed }: SecondCalls & { layout: ChartLayout }) {
  const x = layout.center(String(at));
  return (
    <>
      <circle
        cx={x}
        cy={layout.y(failed)}
        r={4}
        className="fill-surface stroke-chart-failed"
        strokeWidth={2}
      />
      <circle cx={x} cy={layout.y(delivered)} r={4} className="fill-surface stroke-chart" strokeWidth={2} />
    </>
  );
}

function secondLabels(columns: readonly string[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const [index, column] of columns.entries()) {
    const ago = columns.length - 1 - index;
    if (ago % LABEL_EVERY === 0) labels.set(column, ago === 0 ? 'now' : `${String(ago)}s`);
  }
  return labels;
}

function agoLabel(seconds: number): string {
  if (seconds === 0) return 'Now';
  return `${formatCount(seconds, 'second')} ago`;
}
