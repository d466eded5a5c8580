import { Suspense } from 'react';
import { useLocation } from 'wouter';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { callsCsvPath, exportFileName } from '#shared/paths.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { SCHEDULED_MS, SENDING_MS } from '#client/app/live/refetch-interval.ts';
import { paths } from '#client/app/routing/paths.ts';
import { errorStatus, trpc } from '#client/app/trpc.ts';
import { useLive } from '#client/app/live/use-live.ts';
import { useOnChange } from '#client/app/use-on-change.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { PageTabs } from '#client/ui/display/page-tabs.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { AnalyticsLink } from './analytics-link.tsx';
import { campaignNameIn } from './analytics-text.ts';
import { CampaignDescription } from './campaign-description.tsx';
import { AutomaticRetries } from './automatic-retries.tsx';
import { CampaignSplit } from './campaign-split.tsx';
import { CampaignStart } from './campaign-start.tsx';
import { CampaignEvidence } from './campaign-evidence.tsx';
import { CampaignNotices } from './campaign-notices.tsx';
import { CampaignMessage } from './campaign-message.tsx';
import { CampaignOverview } from './campaign-overview.tsx';
import { CampaignStats } from './campaign-stats.tsx';
import { CampaignStatusLine, CampaignVerbs, SavePeople } from './campaign-verbs.tsx';
import { CallTable, useCallPage } from './details/call-table.tsx';
import { closeCall } from './details/close-call.ts';
import { CAMPAIGN_TABS, callsUrl, type ShownDetails } from './details/details-url.ts';
import { OutcomesSlot } from './outcomes/outcomes-slot.tsx';
import { LiveDelivery } from './progress/live-delivery.tsx';

/** /analytics/details/{campaign_name}: the status of each call of one campaign. */
export default function AnalyticsDetailsPage() {
  useLocation();
  const name = campaignNameIn(window.location.pathname);
  return <CampaignDetails key={name} name={name} />;
}

function CampaignDetails({ name }: { name: string }) {
  const live = useLive();
  const utils = trpc.useUtils();
  const [, navigate] = useLocation();
  const status = trpc.campaigns.status.useQuery(
    { id: name },
    { refetchInterval: ({ state }) => !live && paceOf(state.data?.status) },
  );
  useOnChange(status.data?.status, () => {
    // Calls may have become final after the last fetch.
    void utils.analytics.details.invalidate();
    void utils.analytics.campaign.invalidate();
    void utils.analytics.outcomes.invalidate();
    void utils.campaigns.get.invalidate();
  });
  // Calls change before the counters do and live updates carry only counters, so the list is polled as well.
  const pace = status.data?.status === 'Sending' && SENDING_MS;
  const address = useUrlState(callsUrl);
  const { tab } = address.shown;
  const query = useCallPage(name, address.shown, tab === null && pace);
  const { data, error, isPending } = query;
  const entry = data?.[0];
  const total = entry?.total ?? 0;
  const unknown = errorStatus(error) === 404;
  const erasedAfter = entry?.contacts_erased_after_days ?? null;
  return (
    <div className="flex flex-col gap-4">
      <AnalyticsLink />
      <PageHeader
        title={<span className="break-words">{entry?.campaign_name ?? name}</span>}
        text={
          <>
            {!unknown && <CampaignStatusLine campaign={name} />}
            {!unknown && <CampaignDescription campaign={name} />}
            Every call of this campaign. Dates in the table are UTC.
            {!unknown && <CampaignStart campaign={name} />}
            {!unknown && <CampaignSplit campaign={name} />}
            {!unknown && <AutomaticRetries campaign={name} />}
          </>
        }
        actions={
          <CampaignVerbs
            campaign={name}
            onDeleted={() => {
              navigate(paths.analytics, { replace: true });
            }}
          >
            {!unknown && erasedAfter === null && (
              <>
                <SavePeople campaign={name} />
                <DownloadCsv
                  named
                  label="Export Details"
                  path={callsCsvPath(name)}
                  name={exportFileName(entry?.campaign_name ?? name)}
                  what="calls"
                  done="Export successful!"
                  failed="Failed to export details. Please try again."
                />
              </>
            )}
          </CampaignVerbs>
        }
        className="mb-3"
      />
      {!unknown && <CampaignNotices campaign={name} pace={pace} />}
      {!unknown && (
        <LiveDelivery campaign={name} counts={status.data}>
          <CampaignStats campaign={name} total={total} pace={!live && pace} />
        </LiveDelivery>
      )}
      {!unknown && <CampaignTabs {...address} />}
      {(unknown || tab === null) && (
        <>
          <CallTable campaign={name} query={query} {...address} />
          <OpenedCall campaign={name} {...address} />
        </>
      )}
      {/* Below the table: its height depends on the reasons, and must not move what is read. */}
      {!unknown && tab === null && (
        <OutcomesSlot campaign={name} status={status.data?.status} pace={!live && pace} />
      )}
      {tab === 'overview' && <CampaignOverview campaign={name} pace={pace} />}
      {tab === 'message' && entry !== undefined && (
        <CampaignMessage reference={name} total={total} isErased={erasedAfter !== null} />
      )}
      {tab === 'compliance' && !isPending && !unknown && <CampaignEvidence campaign={name} pace={pace} />}
    </div>
  );
}

const TAB_NAMES = { overview: 'Overview', message: 'Message', compliance: 'Compliance' };

function CampaignTabs({ shown, hrefOf }: Pick<ShownDetails, 'shown' | 'hrefOf'>) {
  const tabs = [null, ...CAMPAIGN_TABS].map((tab) => ({
    href: hrefOf({ tab }),
    label: tab === null ? 'Calls' : TAB_NAMES[tab],
    isCurrent: shown.tab === tab,
  }));
  return <PageTabs label="Parts of the campaign" tabs={tabs} />;
}

/** Polling interval in milliseconds without live updates; false for campaigns that are not running. */
function paceOf(status: CampaignStatus | undefined): number | false {
  if (status === 'Sending') return SENDING_MS;
  return status === 'Scheduled' && SCHEDULED_MS;
}

const CallDialog = lazyWithPreload(() => import('./details/call-dialog.tsx'));

/** The call that the address names. */
function OpenedCall({ campaign, shown, show }: { campaign: string } & Pick<ShownDetails, 'shown' | 'show'>) {
  if (shown.call === null) return null;
  return (
    <Suspense>
      <CallDialog
        key={shown.call}
        campaign={campaign}
        number={shown.call}
        onClose={() => {
          closeCall(show);
        }}
      />
    </Suspense>
  );
}
