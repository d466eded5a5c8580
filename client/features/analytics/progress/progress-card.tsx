import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import type { CampaignProgress } from '#shared/schemas/campaigns/progress.ts';
import { SENDING_MS } from '#client/app/live/refetch-interval.ts';
import { trpc } from '#client/app/trpc.ts';
import { ChartCard } from '#client/charts/chart-card.tsx';
import ChartTable from '#client/charts/chart-table.tsx';
import LastMinuteChart from '#client/charts/last-minute-chart.tsx';
import { ShareBar } from '#client/charts/outcomes/share-bar.tsx';
import NextCalls from '#client/domain/calls/next-calls.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { costText, madeText, timeLeftText } from './progress-text.ts';

/** The calls of a campaign that is sending, as they are reported: counts, pace, time left, cost and the last minute. */
export default function ProgressCard({ campaign }: { campaign: string }) {
  const { data, isError, isFetching, refetch } = trpc.campaigns.progress.useQuery(
    { id: campaign },
    // Also with live updates, as the last minute passes without any.
    { refetchInterval: SENDING_MS },
  );
  const retry = isError && data === undefined && (
    <LoadError busy={isFetching} onRetry={() => void refetch()} />
  );
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card aria-label="Sending now">
        <CardHeader>
          <CardTitle>Sending now</CardTitle>
          {data !== undefined && <span>{madeText(data)}</span>}
        </CardHeader>
        <CardBody className="flex flex-col gap-5 pt-4">{retry || <Figures progress={data} />}</CardBody>
      </Card>
      <ChartCard
        title="Last minute"
        caption={data && `${formatCount(data.calls_per_minute, 'call')} a minute now`}
        chart={<LastMinuteChart seconds={data?.per_second ?? []} />}
        table={
          <ChartTable
            label="Calls of the last minute"
            file="last-minute"
            headers={['Time (UTC)', 'Delivered', 'Failed']}
            rows={(data?.per_second ?? []).toReversed().map(({ at, delivered, failed }) => ({
              key: String(at),
              name: new Date(at).toISOString().slice(11, 19),
              values: [delivered, failed],
            }))}
          />
        }
      />
    </div>
  );
}

function Figures({ progress }: { progress: CampaignProgress | undefined }) {
  const { delivered = 0, failed = 0, pending = 0 } = progress ?? {};
  return (
    <>
      <ShareBar
        label="Calls of this campaign"
        loading={progress === undefined}
        shares={[
          { name: 'Delivered', value: delivered, colorClass: 'bg-chart' },
          { name: 'Failed', value: failed, colorClass: 'bg-failed' },
          { name: 'Pending', value: pending, colorClass: 'bg-chart-rest' },
        ]}
      />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
        <Figure name="Throughput">{progress && `${formatNumber(progress.calls_per_minute)} a minute`}</Figure>
        <Figure name="Time left">{progress && <TimeLeft progress={progress} />}</Figure>
        <Figure name="Cost so far">{progress && costText(progress)}</Figure>
        <Figure name="On hold">{progress && formatCount(progress.held, 'credit')}</Figure>
      </dl>
    </>
  );
}

function TimeLeft({ progress }: { progress: CampaignProgress }) {
  if (progress.next_calls !== null) return <NextCalls next={progress.next_calls} />;
  return timeLeftText(progress);
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="mt-0.5 font-semibold tabular-nums">{children ?? <Skeleton className="w-24" />}</dd>
    </div>
  );
}
