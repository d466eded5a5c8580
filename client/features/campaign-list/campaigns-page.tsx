import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { CAMPAIGNS_FILE, campaignsCsvPath } from '#shared/paths.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { refetchInterval } from '#client/app/live/refetch-interval.ts';
import { useLive } from '#client/app/live/use-live.ts';
import { errorStatus, trpc } from '#client/app/trpc.ts';
import { useDeleteCampaign } from '#client/domain/actions/use-delete-campaign.tsx';
import { campaignColumns } from '#client/domain/campaigns/campaign-columns.tsx';
import { SearchByName, SortBy } from '#client/domain/campaigns/list-controls.tsx';
import { cursorPager, exportQuery, pageOf } from '#client/domain/campaigns/list-url.ts';
import { usePastPage } from '#client/domain/campaigns/use-past-page.ts';
import { chooseColumn, type Chosen } from '#client/kit/choose-column.tsx';
import { List } from '#client/kit/list-card.tsx';
import { useUrlState } from '#client/kit/url-state.ts';
import { Card } from '#client/ui/display/card.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { CalendarSkeleton } from './calendar/calendar-skeleton.tsx';
import { campaignsUrl, type ShownCampaigns } from './campaigns-url.ts';
import { DraftList } from './draft-list.tsx';
import { GroupFilter } from './group-filter.tsx';
import { NoCampaigns } from './no-campaigns.tsx';
import { ViewSwitch } from './view-switch.tsx';

const CampaignCalendar = lazyOnDemand(() => import('./calendar/campaign-calendar.tsx'));

const PAGE_SIZE = 20;

const CHOOSE = {
  header: 'Choose',
  keyOf: ({ id }: CampaignView) => id,
  nameOf: ({ name }: CampaignView) => name,
};

/** /campaigns: all campaigns, those of a group, or drafts, with what can be done with each; or a month of them. */
export default function CampaignsPage() {
  const url = useUrlState(campaignsUrl);
  const { shown, show } = url;
  const isCalendar = shown.view === 'calendar';
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Campaigns"
        text={
          isCalendar
            ? 'Open one to see its calls. Days and times are yours.'
            : 'Open one to see its calls. Times are UTC.'
        }
        actions={<ViewSwitch shown={shown} show={show} />}
        className="mb-3"
      />
      <Card aria-label="Campaigns">
        {isCalendar ? (
          <div className="pt-4">
            <Suspense fallback={<CalendarSkeleton />}>
              <CampaignCalendar shown={shown} show={show} />
            </Suspense>
          </div>
        ) : (
          <Listed url={url} />
        )}
      </Card>
    </div>
  );
}

function Listed({ url }: { url: ShownCampaigns }) {
  const { shown, show } = url;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 pb-3">
        <GroupFilter shown={shown} show={show} />
        {shown.show !== 'drafts' && (
          <div className="flex flex-wrap gap-3">
            <SearchByName address={url} />
            <SortBy shown={shown} show={show} />
            <DownloadCsv
              label="Export"
              path={campaignsCsvPath(exportQuery(shown, filterOf(shown)))}
              name={CAMPAIGNS_FILE}
              what="campaigns"
            />
          </div>
        )}
      </div>
      {shown.show === 'drafts' ? <DraftList /> : <CampaignList url={url} />}
    </>
  );
}

/** The campaigns of the address, in pages, of which several can be chosen. */
function CampaignList({ url }: { url: ShownCampaigns }) {
  const { shown, show } = url;
  const list = useGroup(url);
  const { ask, question } = useDeleteCampaign();
  const [chosen, setChosen] = useState<Chosen<CampaignView>>(new Map());
  const rows = useMemo(() => list.data?.campaigns ?? [], [list.data]);
  const chosenRows = rows.filter(({ id }) => chosen.has(id));
  const columns = useMemo(
    () => [chooseColumn({ ...CHOOSE, page: rows, chosen, onChange: setChosen }), ...campaignColumns(ask)],
    [rows, chosen, ask],
  );
  const { isError, error, isFetching, isPlaceholderData, refetch } = list;
  const isEmpty = list.data?.campaigns.length === 0;
  const isPending = usePastPage(url, { isPlaceholderData, isEmpty }) || list.isPending;
  const isLost = isError && errorStatus(error) === 400;
  return (
    <>
      {chosenRows.length > 0 && (
        <div className="border-t border-line bg-sunken px-5 py-1">
          <BulkActions
            chosen={chosenRows}
            onDone={() => {
              setChosen(new Map());
            }}
          />
        </div>
      )}
      <List
        wide
        opens
        label="Campaigns"
        query={{ isPending, isError: isError && !isLost, isFetching, refetch }}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        pager={cursorPager(url, list.data)}
        empty={isError && !isLost ? null : <NoCampaigns shown={shown} show={show} isLost={isLost} />}
      />
      {question}
    </>
  );
}

/** Returns which campaigns an address asks for. */
function filterOf({ show, search }: ShownCampaigns['shown']) {
  return { ...(show !== null && show !== 'drafts' && { group: show }), ...(search !== '' && { search }) };
}

/** Loads the page of campaigns that the address describes; live updates keep it current, else it is polled. */
function useGroup({ shown }: Pick<ShownCampaigns, 'shown'>) {
  const live = useLive();
  return trpc.campaigns.group.useQuery(
    {
      ...pageOf(shown, PAGE_SIZE),
      ...filterOf(shown),
    },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        !live &&
        refetchInterval(
          (state.data?.campaigns ?? []).map(({ status, drop_date: dropDate }) => ({ status, dropDate })),
          Date.now(),
        ),
    },
  );
}
