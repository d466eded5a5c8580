import { PhoneOff, SearchX, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { keepPreviousData } from '@tanstack/react-query';
import { formatCount } from '#shared/formats.ts';
import { errorStatus, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
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
  const { shown, show } = address;
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query;
  const entry = data?.[0];
  const { total = 0, matching = 0, call_details: rows = [] } = entry ?? {};
  const unknown = errorStatus(error) === 404;
  const erasedAfter = entry?.contacts_erased_after_days ?? null;
  const hasCalls = total > 0 && erasedAfter === null;
  const isPast = !isPlaceholderData && rows.length === 0 && matching > 0;
  const lastPage = Math.max(1, Math.ceil(matching / shown.size));
  useEffect(() => {
    // An address from a time when there were more calls, or one that a person changed.
    if (isPast && shown.page !== lastPage) show({ page: lastPage }, { replace: true });
  });
  return (
    <Card aria-label="Call Details">
      <CardHeader className="pb-2">
        <CardTitle>Call Details</CardTitle>
      </CardHeader>
      {(isPending || hasCalls) && (
        <DetailsToolbar campaign={entry?.campaign_name ?? campaign} shown={shown} show={show} />
      )}
      <DataTable
        wide
        label="Call Details"
        className="[&_tbody_tr]:relative base:[&_tbody_tr:hover]:bg-ink/3"
        columns={callColumns(address)}
        rows={rows}
        rowKey={({ number }) => String(number)}
        loading={isPending || isPast}
        skeletonRows={shown.size}
        empty={
          hasCalls && isFiltered(shown) ? (
            <NoMatch show={show} />
          ) : (
            <NoCalls campaign={campaign} unknown={unknown} erasedAfter={erasedAfter} />
          )
        }
      />
      {error !== null && !unknown && (
        <LoadError className="pb-6" busy={isFetching} onRetry={() => void refetch()} />
      )}
      {hasCalls && rows.length > 0 && (
        <DetailsPager
          shown={shown}
          show={show}
          rows={rows.length}
          matching={matching}
          isExact={entry?.matching_exact ?? true}
          hasNext={entry?.next != null}
        />
      )}
    </Card>
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
