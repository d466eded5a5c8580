import { ChartNoAxesColumn, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CAMPAIGNS_FILE, campaignsCsvPath } from '#shared/paths.ts';
import type { AnalyticsRow } from '#shared/schemas/analytics.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { errorStatus } from '#client/app/trpc.ts';
import { ANALYTICS_COLUMNS } from '#client/features/analytics/analytics-columns.tsx';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { cursorPager, exportQuery } from '#client/domain/campaigns/list-url.ts';
import { usePastPage } from '#client/domain/campaigns/use-past-page.ts';
import { chooseColumn, type Chosen } from '#client/kit/choose-column.tsx';
import { ListCard } from '#client/kit/list-card.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { compareHref } from '#client/features/analytics/compare/compare-url.ts';
import { ListFilters } from './overview-filters.tsx';
import { isFiltered, overviewUrl, type ShownOverview } from './overview-url.ts';
import { PAGE_SIZE, type Overview } from './use-overview.ts';

/** Two campaigns are compared, by their names. */
const CHOOSE = {
  header: 'Compare',
  most: 2,
  keyOf: ({ campaign_name: name }: AnalyticsRow) => name,
  nameOf: ({ campaign_name: name }: AnalyticsRow) => name,
};

type TableProps = { overview: Overview } & Pick<ShownOverview, 'shown' | 'show'>;

/** The campaigns of the filter, a page at a time; two of them can be chosen to be compared. */
export function CampaignTable({ overview, shown, show }: TableProps) {
  const { list, totals, rows = [] } = overview;
  // Undefined unless campaigns are being chosen.
  const [chosen, setChosen] = useState<Chosen<AnalyticsRow>>();
  const columns = useMemo(
    () =>
      chosen === undefined
        ? ANALYTICS_COLUMNS
        : [chooseColumn({ ...CHOOSE, chosen, onChange: setChosen }), ...ANALYTICS_COLUMNS],
    [chosen],
  );
  const { isError, error, isFetching, isPlaceholderData, refetch } = list;
  const isEmpty = list.data?.rows.length === 0;
  const isPending = usePastPage({ shown, show }, { isPlaceholderData, isEmpty }) || list.isPending;
  const pages = Math.ceil((totals.data?.matching ?? 0) / PAGE_SIZE);
  return (
    <ListCard
      wide
      title="Campaign Performance"
      actions={
        <span className="flex flex-wrap gap-2">
          <CompareButton chosen={chosen} setChosen={setChosen} />
          <DownloadCsv
            size="sm"
            label="Export CSV"
            path={campaignsCsvPath(exportQuery(shown, overview.filter))}
            name={CAMPAIGNS_FILE}
            what="campaigns"
          />
        </span>
      }
      query={{ isPending, isError: isError && errorStatus(error) !== 400, isFetching, refetch }}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      pager={cursorPager({ shown, show }, list.data, pages)}
      empty={<NoCampaigns overview={overview} shown={shown} show={show} />}
    >
      <ListFilters shown={shown} show={show} className="flex flex-wrap gap-3 px-5 pt-2 pb-3" />
    </ListCard>
  );
}

/** Begins the choice of two campaigns, then leads to their comparison. */
function CompareButton({
  chosen,
  setChosen,
}: {
  chosen: Chosen<AnalyticsRow> | undefined;
  setChosen: (chosen: Chosen<AnalyticsRow> | undefined) => void;
}) {
  if (chosen === undefined)
    return (
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          setChosen(new Map());
        }}
      >
        Compare Campaigns
      </Button>
    );
  const [a, b] = chosen.keys();
  return (
    <>
      <span role="status" className="self-center text-sm text-ink-2">
        {b === undefined
          ? `Choose ${a === undefined ? 'two campaigns' : 'one more campaign'}`
          : 'Two campaigns chosen'}
      </span>
      {a !== undefined && b !== undefined && (
        <ButtonLink size="sm" href={compareHref({ kind: 'campaigns', a, b })}>
          Compare
        </ButtonLink>
      )}
      <Button
        variant="ghost"
        size="sm"
        onClick={() => {
          setChosen(undefined);
        }}
      >
        Cancel
      </Button>
    </>
  );
}

function NoCampaigns({ overview, shown, show }: TableProps) {
  const reset = (
    <Button
      variant="secondary"
      onClick={() => {
        show({ ...overviewUrl.initial, sort: shown.sort, direction: shown.direction });
      }}
    >
      {isFiltered(shown) ? 'Clear filters' : 'Show the first page'}
    </Button>
  );
  if (errorStatus(overview.list.error) === 400)
    return (
      <EmptyState
        icon={SearchX}
        title="This page of the list does not exist"
        text="Its address was changed, or it is of another order."
        action={reset}
      />
    );
  if (isFiltered(shown))
    return (
      <EmptyState
        icon={SearchX}
        title="No campaign matches"
        text={
          shown.search === ''
            ? 'None of your campaigns is in this range and status.'
            : `None of your campaigns in this range and status has “${shown.search}” in its name.`
        }
        action={reset}
      />
    );
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title="No campaigns found"
      text="Once a campaign is sending, its calls are counted here."
      action={<ButtonLink href={paths.campaign}>Create Campaign</ButtonLink>}
    />
  );
}
