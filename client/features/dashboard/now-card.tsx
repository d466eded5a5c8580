import type { ReactNode } from 'react';
import { formatCount, formatDelivered, formatMade, formatNumber } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { paths } from '#client/app/routing/paths.ts';
import { ChangeTime, LifecycleAction } from '#client/domain/actions/campaign-verbs.tsx';
import { CampaignPill } from '#client/domain/calls/campaign-pill.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { Progress } from '#client/ui/display/progress.tsx';

/** The most campaigns that are shown of those that are sending or paused. */
const MAX_RUNNING = 3;

interface NowCardProps {
  /** In the order `recent`. */
  campaigns: readonly CampaignView[];
  /** The campaign that starts next. */
  next: CampaignView | undefined;
}

/** What is sending, what finished last and what starts next, each with the one thing to do about it. */
export function NowCard({ campaigns, next }: NowCardProps) {
  const running = campaigns.filter(({ status }) => status === 'Sending' || status === 'Paused');
  const finished = campaigns.find(({ completed }) => completed);
  return (
    <Card aria-labelledby="now">
      <CardHeader>
        <CardTitle id="now">Now and next</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-line px-5 py-1">
        {running.slice(0, MAX_RUNNING).map((campaign) => (
          <Entry key={campaign.id} campaign={campaign} text={<RunningText campaign={campaign} />} />
        ))}
        {finished !== undefined && (
          <Entry campaign={finished} text={formatDelivered(finished.delivered, finished.total)} />
        )}
        {next !== undefined && (
          <Entry
            campaign={next}
            text={
              <>
                Starts <Moment at={next.drop_date} /> · {formatCount(next.total, 'contact')}
              </>
            }
          />
        )}
      </ul>
    </Card>
  );
}

function Entry({ campaign, text }: { campaign: CampaignView; text: ReactNode }) {
  const { name, status } = campaign;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="w-24 shrink-0">
        <CampaignPill status={status} />
      </span>
      <div className="min-w-0 flex-1 basis-52 max-sm:basis-full">
        <p className="truncate font-medium" title={name}>
          <SmartLink href={paths.analyticsDetails(name)} className="hover:underline">
            {name}
          </SmartLink>
        </p>
        <div className="text-sm text-ink-2">{text}</div>
      </div>
      <LifecycleAction campaign={campaign} priced />
      {status === 'Scheduled' && <ChangeTime campaign={campaign} />}
    </li>
  );
}

function RunningText({ campaign }: { campaign: CampaignView }) {
  const { name, delivered, failed, total, status_reason } = campaign;
  const made = formatMade(delivered + failed, total);
  return (
    <>
      {made} · {formatNumber(delivered)} delivered
      {status_reason !== null && ` · ${status_reason}`}
      <Progress
        label={`Calls made of ${name}`}
        value={delivered + failed}
        max={total}
        valueText={made}
        className="mt-1.5 h-1 max-w-80"
      />
    </>
  );
}
