import { Download } from 'lucide-react';
import { callReasonText } from '#shared/call-reasons.ts';
import { formatNumber } from '#shared/formats.ts';
import type { Compared } from '#shared/schemas/analytics-compare.ts';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { chartCsv } from '#client/charts/chart-csv.ts';
import { DrawnChart } from '#client/app/loading/drawn-chart.tsx';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { DataTable, type Column } from '#client/ui/display/data-table.tsx';
import { Skeleton } from '#client/ui/display/states.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { BestTimes } from './best-times.tsx';
import {
  certaintySentence,
  compareSentence,
  differenceOf,
  differenceText,
  measuresOf,
  sideCaption,
  sideName,
  valueText,
  verdictOf,
  type Measure,
} from './compare-text.ts';
import type { CompareUrl } from './compare-url.ts';

const CompareChart = lazyOnDemand(() => import('#client/charts/compare-chart.tsx'));

interface CompareResultProps {
  url: CompareUrl;
  sides: { a: Compared; b: Compared };
}

/** Two sides in words, in a table and in a chart. */
export function CompareResult({ url, sides: { a, b } }: CompareResultProps) {
  const names = [sideName(a, daysOf(url, 'a')), sideName(b, daysOf(url, 'b'))] as const;
  const measures = measuresOf(a, b);
  return (
    <>
      <Card aria-label="Comparison">
        <CardHeader className="pb-2">
          <CardTitle>Comparison</CardTitle>
          <ButtonLink
            variant="secondary"
            size="sm"
            icon={Download}
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(measures, names))}`}
            download="comparison.csv"
          >
            Export CSV
          </ButtonLink>
        </CardHeader>
        <div role="status" className="flex flex-col gap-1 px-5 pb-3 wrap-anywhere">
          <p>{compareSentence(a, b, names)}</p>
          <Certainty sides={[a, b]} names={names} />
        </div>
        <dl className="grid gap-2 px-5 pb-3 text-sm sm:grid-cols-2">
          {[a, b].map((side, index) => (
            <div key={index === 0 ? 'a' : 'b'}>
              <dt className="text-ink-3">{index === 0 ? 'First' : 'Second'}</dt>
              <dd className="wrap-anywhere">
                <span className="font-medium">{names[index]}</span> · {sideCaption(side)}
              </dd>
            </div>
          ))}
        </dl>
        <DataTable
          label="Comparison"
          columns={COLUMNS}
          rows={measures}
          rowKey={({ key }) => key}
          empty={null}
        />
      </Card>
      <Card aria-label="Why Calls Failed">
        <CardHeader>
          <CardTitle>Why Calls Failed</CardTitle>
        </CardHeader>
        <CardBody className="grid gap-5 p-5 sm:grid-cols-2">
          <Reasons name={names[0]} side={a} />
          <Reasons name={names[1]} side={b} />
        </CardBody>
      </Card>
      <BestTimes names={names} sides={[a, b]} />
      <Card aria-label="Calls Side by Side">
        <CardHeader>
          <CardTitle>Calls Side by Side</CardTitle>
        </CardHeader>
        <CardBody className="p-5">
          <CallsChart measures={measures} names={names} />
        </CardBody>
      </Card>
    </>
  );
}

interface CertaintyProps {
  names: readonly [string, string];
  sides: readonly [Compared, Compared];
}

/** How certain the difference is, and what it does not say of two campaigns. */
function Certainty({ names, sides: [a, b] }: CertaintyProps) {
  const text = certaintySentence(a, b, names);
  if (text === undefined) return null;
  return (
    <>
      <p>{text}</p>
      <p className="text-sm text-ink-3">
        Different lists, days or hours can be the reason as well as the message.
      </p>
    </>
  );
}

/** The data is there; only the code of the chart is still to be loaded. */
const LOADED = { loading: false, failed: false, retrying: false, retry: () => undefined };
const CALL_MEASURES = ['made', 'delivered', 'failed', 'pending'];

function CallsChart({ measures, names }: { measures: readonly Measure[]; names: readonly [string, string] }) {
  const shown = measures.filter(({ key }) => CALL_MEASURES.includes(key));
  const label = shown
    .map(({ name, values: [a, b] }) => `${name}: ${valueText(a, 'count')} and ${valueText(b, 'count')}`)
    .join('; ');
  return (
    <DrawnChart query={LOADED}>
      <CompareChart
        label={label}
        series={names}
        pairs={shown.map(({ name, values }) => ({ label: name, values }))}
        unit="count"
      />
    </DrawnChart>
  );
}

/** The most frequent reasons of one side, each with its share of the failed calls. */
function Reasons({ name, side: { reasons, failed } }: { name: string; side: Compared }) {
  return (
    <div className="min-w-0">
      <h3 className="text-sm text-ink-3 wrap-anywhere">{name}</h3>
      {reasons.length === 0 && (
        <p className="mt-2 text-sm">{failed === 0 ? 'No call failed.' : 'The reasons were not counted.'}</p>
      )}
      <ul className="mt-1 divide-y divide-line">
        {reasons.map(({ key, calls }) => (
          <li key={key} className="flex justify-between gap-4 py-2">
            <span>{callReasonText(key)}</span>
            <span className="whitespace-nowrap">
              {formatNumber(calls)} ({Math.round((calls / Math.max(calls, failed)) * 100)}%)
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The place of a comparison while it is loading. */
export function CompareSkeleton() {
  return (
    <Card aria-busy>
      <CardBody className="flex flex-col gap-4 p-5">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-8 w-full" />
        ))}
      </CardBody>
    </Card>
  );
}

const TONES = { better: 'delivered', worse: 'failed' } as const;

const COLUMNS: Column<Measure>[] = [
  {
    key: 'measure',
    header: 'Measure',
    role: 'title',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    key: 'first',
    header: 'First',
    align: 'end',
    cell: ({ values: [value], unit }) => valueText(value, unit),
  },
  {
    key: 'second',
    header: 'Second',
    align: 'end',
    cell: ({ values: [, value], unit }) => valueText(value, unit),
  },
  {
    key: 'difference',
    header: 'Difference',
    align: 'end',
    cell: (measure) => <Difference measure={measure} />,
  },
];

function Difference({ measure }: { measure: Measure }) {
  const verdict = verdictOf(measure);
  const text = differenceText(measure);
  if (verdict === undefined) return text;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {text}
      <StatusPill tone={TONES[verdict]}>{verdict}</StatusPill>
    </span>
  );
}

function csvOf(measures: readonly Measure[], names: readonly [string, string]): string {
  const rows = measures.map((measure) => ({
    key: measure.name,
    name: measure.name,
    values: [...measure.values.map((value) => value ?? ''), ...differenceOf(measure)],
  }));
  return chartCsv(['Measure', ...names, 'Difference', '95% from', '95% to'], rows);
}

function daysOf(url: CompareUrl, side: 'a' | 'b') {
  return url.kind === 'periods' ? url[side] : null;
}
