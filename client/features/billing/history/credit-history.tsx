import { keepPreviousData } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { creditHistoryPath, CREDIT_HISTORY_FILE } from '#shared/paths.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { useListPages, type ListQuery } from '#client/app/live/use-list-pages.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { DataTable, type Column } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { billingUrl, EVERY_ENTRY } from '#client/features/billing/billing-url.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { CREDIT_HISTORY_COLUMNS, statementColumns } from './credit-history-columns.tsx';
import { DownloadCsv } from '#client/app/download-csv.tsx';

const PAGE_SIZE = 10;

/** The credits by campaign, and the entries of the ledger of one of them or of all. */
export function CreditHistory() {
  const { shown, show, hrefOf } = useUrlState(billingUrl);
  const { credits } = shown;
  const campaign = credits === EVERY_ENTRY ? '' : credits;
  return (
    <Card>
      <CardHeader className="gap-y-3">
        <CardTitle>Credit history</CardTitle>
        <div className="flex min-w-0 items-center gap-2.5 max-sm:w-full">
          <CampaignFilter
            value={credits}
            onChange={(chosen) => {
              show({ credits: chosen });
            }}
          />
          <DownloadCsv path={creditHistoryPath(campaign)} name={CREDIT_HISTORY_FILE} what="credit history" />
        </div>
      </CardHeader>
      <p className="px-5 pt-1 text-sm text-ink-3">
        Credits on hold are deducted for each call that is delivered, and released for each that is not.{' '}
        <TextLink href={paths.creditFlow}>Show credits by day</TextLink>
      </p>
      {credits === '' ? (
        <Statement hrefOf={(campaignId) => hrefOf({ credits: campaignId })} />
      ) : (
        <Entries key={credits} campaign={campaign} />
      )}
    </Card>
  );
}

/** A row for each campaign, and one for each grant, correction and refund. */
function Statement({ hrefOf }: { hrefOf: (campaignId: string) => string }) {
  const query = trpc.credits.statement.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, placeholderData: keepPreviousData },
  );
  const rows = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  return <Rows columns={statementColumns(hrefOf)} rows={rows} total={0} query={query} opens />;
}

/** The entries of the ledger of one campaign; of all for ''. */
function Entries({ campaign }: { campaign: string }) {
  const query = trpc.credits.history.useInfiniteQuery(campaign === '' ? {} : { campaign_id: campaign }, {
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  return (
    <Rows
      columns={CREDIT_HISTORY_COLUMNS}
      rows={rows}
      total={query.data?.pages[0]?.total ?? 0}
      query={query}
    />
  );
}

interface RowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** How many rows there are; 0 where that is not known before the last page. */
  total: number;
  query: ListQuery & { isPending: boolean; refetch: () => Promise<unknown> };
  opens?: boolean;
}

function Rows<Row extends { version: number }>({
  columns,
  rows,
  total,
  query,
  opens = false,
}: RowsProps<Row>) {
  const { shown, page, pages, setPage } = useListPages(rows, { size: PAGE_SIZE, total, query });
  const { isPending, isError, isFetching, refetch } = query;
  return (
    <>
      <DataTable
        label="Credit history"
        columns={columns}
        rows={shown}
        rowKey={({ version }) => String(version)}
        loading={isPending}
        opens={opens}
        className="mt-2"
        empty={
          <EmptyState
            icon={Coins}
            title="No credits yet"
            text="Credits that you receive, put on hold or spend appear here."
          />
        }
      />
      {isError && <LoadError className="pb-5" onRetry={() => void refetch()} busy={isFetching} />}
      {pages > 1 && (
        <Pager page={page} pages={pages} onPageChange={setPage} className="border-t border-line px-5 py-3" />
      )}
    </>
  );
}

function CampaignFilter({ value, onChange }: { value: string; onChange: (campaign: string) => void }) {
  const { data = [] } = trpc.credits.campaigns.useQuery();
  if (data.length === 0) return null;
  const options = data.map(({ id, name }) => ({ value: id, label: name ?? 'Deleted campaign' }));
  return (
    <Field label="Show" hideLabel className="min-w-0 max-sm:flex-1 sm:w-56">
      <SelectInput
        value={value}
        options={[
          { value: '', label: 'By campaign' },
          { value: EVERY_ENTRY, label: 'Every entry' },
          ...options,
        ]}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </Field>
  );
}
