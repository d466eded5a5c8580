import { PhoneOff, SearchX, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { keepPreviousData } from '@tanstack/react-query';
import { formatCount } from '#shared/formats.ts';
import { errorStatus, trpc } from '#client/app/trpc.ts';
import { ListCard } from '#client/kit/list-card.tsx';
import { sortColumns } from '#client/kit/sort-columns.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { callColumns } from './call-columns.tsx';
import { DetailsPager } from './details-pager.tsx';
import { DetailsToolbar, isFiltered, NO_FILTERS } from './details-toolbar.tsx';
import type { DetailsUrl, ShownDetails } from './details-url.ts';

/** Reads the page of calls that an address shows. `pace` is the polling interval in milliseconds. */
export function useCallPage(campaign: string, shown: DetailsUrl, pace: number | false) {
  const { status, reason, search, sort, direction, page, size } = shown;
  return trpc.analytics.details.useQuery(
    {
      campaign_name: campaign,
      ...(status !== null && { status }),
      ...(reason !== null && { reason }),
      ...(search !== '' && { search }),
      sort,
      direction,
      page,
      page_size: size,
    },
    { placeholderData: keepPreviousData, refetchInterval: pace },
  );
}

interface CallTableProps extends ShownDetails {
  /** The campaign’s name or id. */
  campaign: string;
  query: ReturnType<typeof useCallPage>;
}

/** The calls of a campaign, with search, filters, order and pages. */
export function CallTable({ campaign, query, ...address }: CallTableProps) {
  const { shown, show, hrefOf } = address;
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query;
  const entry = data?.[0];
  const { total = 0, matching = 0, call_details: rows = [] } = entry ?? {};
  const unknown = errorStatus(error) === 404;
  const erasedAfter = entry?.contacts_erased_after_days ?? null;
  const hasCalls = total > 0 && erasedAfter === null;
  const isPast = rows.length === 0 && matching > 0;
  const lastPage = Math.max(1, Math.ceil(matching / shown.size));
  useEffect(() => {
    // An address from a time when there were more calls, or one that a person changed.
    if (isPast && !isPlaceholderData && shown.page !== lastPage) show({ page: lastPage }, { replace: true });
  });
  return (
    <ListCard
      wide
      title="Call Details"
      className="[&_tbody_tr]:relative base:[&_tbody_tr:hover]:bg-ink/3"
      query={{ isPending: isPending || isPast, isError: error !== null && !unknown, isFetching, refetch }}
      columns={sortColumns(callColumns(hrefOf), {
        sort: shown.sort,
        direction: shown.direction,
        unsorted: 'list',
        onSort: show,
      })}
      rows={rows}
      rowKey={({ number }) => String(number)}
      skeletonRows={shown.size}
      empty={
        hasCalls && isFiltered(shown) ? (
          <NoMatch show={show} />
        ) : (
          <NoCalls campaign={campaign} unknown={unknown} erasedAfter={erasedAfter} />
        )
      }
      footer={
        hasCalls &&
        rows.length > 0 && (
          <DetailsPager
            shown={shown}
            show={show}
            rows={rows.length}
            matching={matching}
            isExact={entry?.matching_exact ?? true}
            hasNext={entry?.next != null}
          />
        )
      }
    >
      {(isPending || hasCalls) && (
        <DetailsToolbar campaign={entry?.campaign_name ?? campaign} shown={shown} show={show} />
      )}
    </ListCard>
  );
}

function NoMatch({ show }: Pick<ShownDetails, 'show'>) {
  return (
    <EmptyState
      icon={SearchX}
      title="No calls match"
      text="A search finds names and numbers by their beginning."
      action={
        <Button
          variant="secondary"
          onClick={() => {
            show(NO_FILTERS);
          }}
        >
          Clear filters
        </Button>
      }
    />
  );
}

interface NoCallsProps {
  campaign: string;
  unknown: boolean;
  erasedAfter: number | null;
}

function NoCalls({ campaign, unknown, erasedAfter }: NoCallsProps) {
  return erasedAfter === null ? (
    <EmptyState
      icon={PhoneOff}
      title="No call details available"
      text={unknown ? `You have no campaign named “${campaign}”.` : undefined}
    />
  ) : (
    <EmptyState
      icon={ShieldCheck}
      title={`Contacts were erased after ${formatCount(erasedAfter, 'day')}`}
      text="The totals above are kept."
    />
  );
}
