import { Suspense, type ReactNode } from 'react';
import { formatDay } from '#shared/drop-schedule.ts';
import { formatCount } from '#shared/formats.ts';
import type { CampaignProgress } from '#shared/schemas/campaigns/progress.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { trpc } from '#client/app/trpc.ts';
import { hoursText } from '#client/domain/calls/calling-hours-text.ts';
import { paceText } from '#client/domain/campaigns/schedule-text.ts';
import { Moment } from '#client/ui/display/moment.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { costText } from './progress/progress-text.ts';

const CampaignPlan = lazyOnDemand(() => import('./campaign-plan.tsx'));

/** How a campaign was set up and what it costs. */
export function CampaignOverview({ campaign, pace }: { campaign: string; pace: number | false }) {
  const details = trpc.campaigns.get.useQuery({ id: campaign });
  const progress = trpc.campaigns.progress.useQuery({ id: campaign }, { refetchInterval: pace });
  const failed = [details, progress].filter(({ isError }) => isError);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Facts title="Setup">{details.data && setupOf(details.data.campaign)}</Facts>
      <Facts title="Cost">
        {details.data && progress.data && costOf(details.data.campaign, progress.data)}
      </Facts>
      <div className="empty:hidden lg:col-span-2">
        <Suspense>
          <CampaignPlan campaign={campaign} />
        </Suspense>
      </div>
      {failed.length > 0 && (
        <LoadError
          className="lg:col-span-2"
          busy={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
        />
      )}
    </div>
  );
}

type Fact = readonly [name: string, value: ReactNode];

function setupOf(campaign: CampaignView): readonly Fact[] {
  const { started_at: started, drop_date: drop, drops_per_minute: rate, last_day: lastDay } = campaign;
  return [
    [started === null ? 'Starts' : 'Started', <Moment key="start" at={started ?? drop} />],
    ['Created', <Moment key="created" at={campaign.created_at} />],
    ['People', formatCount(campaign.total, 'contact')],
    ['Voice', campaign.voice_title],
    ['Calling hours', hoursText(campaign.calling_hours)],
    ...(lastDay === null ? [] : [['Last day of calling', formatDay(lastDay)] as const]),
    ['Pace', paceText(rate)],
  ];
}

function costOf({ total, credit_cost: cost }: CampaignView, progress: CampaignProgress): readonly Fact[] {
  const { delivered, held } = progress;
  return [
    ['Delivered calls', `${formatCount(delivered, 'call')}, ${costText(progress)}`],
    ['On hold', formatCount(held, 'credit')],
    ['At most', `${formatCount(cost, 'credit')}, if all ${formatCount(total, 'call')} are delivered`],
  ];
}

/** `children` are undefined while they are loaded. */
function Facts({ title, children }: { title: string; children: readonly Fact[] | undefined }) {
  return (
    <Card aria-label={title}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardBody className="pt-3">
        {children === undefined ? (
          <Skeleton className="h-24" />
        ) : (
          <dl className="divide-y divide-line">
            {children.map(([name, value]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-6 py-2">
                <dt className="text-ink-2">{name}</dt>
                <dd className="font-medium">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </CardBody>
    </Card>
  );
}
