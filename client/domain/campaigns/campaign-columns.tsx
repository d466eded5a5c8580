import { Suspense } from 'react';
import { formatCount, formatDateTime, formatNumber } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { CampaignPill } from '#client/domain/calls/campaign-pill.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';
import type { Column } from '#client/ui/display/data-table.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignSound } from './campaign-sound.tsx';
import { campaignEmoji } from './campaign-emoji.ts';

const NextCalls = lazyWithPreload(() => import('#client/domain/calls/next-calls.tsx'));

/** Columns of the dashboard's campaign list. */
export function campaignColumns(onDelete: (campaign: CampaignView) => void): Column<CampaignView>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      role: 'title',
      cell: (campaign) => <CampaignName campaign={campaign} />,
      className: 'as-table:max-w-80',
    },
    {
      key: 'drop_date',
      header: 'Start date (UTC)',
      cell: ({ started_at, drop_date: drop }) => (
        <time dateTime={started_at ?? drop} className="whitespace-nowrap">
          {formatDateTime(started_at ?? drop)}
        </time>
      ),
    },
    { key: 'delivered', header: 'Delivered', cell: (campaign) => <Delivered campaign={campaign} /> },
    { key: 'status', header: 'Status', cell: (campaign) => <CampaignStatusCell campaign={campaign} /> },
    {
      key: 'actions',
      header: 'Actions',
      role: 'actions',
      cell: (campaign) => (
        <CampaignActions
          campaign={campaign}
          onDelete={() => {
            onDelete(campaign);
          }}
        />
      ),
    },
  ];
}

function CampaignName({ campaign }: { campaign: CampaignView }) {
  const { name, message, voice_id } = campaign;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-lg">
        {campaignEmoji(name)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={name}>
          {name === '' ? (
            'Unnamed Campaign'
          ) : (
            <SmartLink href={paths.analyticsDetails(name)} data-row-link className="hover:underline">
              {name}
            </SmartLink>
          )}
        </p>
        <CampaignSound key={`${voice_id} ${message}`} campaign={campaign} />
      </div>
    </div>
  );
}

function Delivered({ campaign: { name, status, delivered, total } }: { campaign: CampaignView }) {
  const text =
    status === 'Scheduled'
      ? formatCount(total, 'contact')
      : `${formatNumber(delivered)} of ${formatNumber(total)}`;
  return (
    <div className="w-36 max-w-full">
      <p className="mb-1.5 text-sm text-ink-2">{text}</p>
      <Progress
        label={`Delivered of ${name}`}
        value={delivered}
        max={total}
        valueText={text}
        className="h-1"
      />
    </div>
  );
}

function CampaignStatusCell({ campaign }: { campaign: CampaignView }) {
  const { status, status_message, status_reason, next_calls } = campaign;
  return (
    <div className="min-w-0 as-cards:text-right">
      <span tabIndex={0} {...tooltip(status_message, { named: true })}>
        <CampaignPill status={status} />
      </span>
      {status_reason !== null && <p className="mt-1 max-w-52 text-sm text-ink-2">{status_reason}</p>}
      {next_calls !== null && (
        <p className="mt-1 max-w-52 text-sm text-ink-2">
          <Suspense>
            <NextCalls next={next_calls} />
          </Suspense>
        </p>
      )}
    </div>
  );
}
