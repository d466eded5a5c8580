import { keepPreviousData } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import { creditHistoryPath, CREDIT_HISTORY_FILE } from '#shared/paths.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { useListPages } from '#client/app/live/use-list-pages.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { CREDIT_HISTORY_COLUMNS } from './credit-history-columns.tsx';
import { DownloadCsv } from '#client/app/download-csv.tsx';

const PAGE_SIZE = 10;

/** Credit history with running balance, filterable by campaign. */
export function CreditHistory() {
  const [campaign, setCampaign] = useState('');
  const query = trpc.credits.history.useInfiniteQuery(campaign === '' ? {} : { campaign_id: campaign }, {
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, isPending, isError, isFetching, refetch } = query;
  const { shown, page, pages, setPage } = useListPages(data?.pages.flatMap(({ entries }) => entries) ?? [], {
    size: PAGE_SIZE,
    total: data?.pages[0]?.total ?? 0,
    query,
  });
  return (
    <Card>
      <CardHeader className="gap-y-3">
        <CardTitle>Credit history</CardTitle>
        <div className="flex min-w-0 items-center gap-2.5 max-sm:w-full">
          <CampaignFilter
            value={campaign}
            onChange={(chosen) => {
              setCampaign(chosen);
              setPage(1);
            }}
          />
          <DownloadCsv path={creditHistoryPath(campaign)} name={CREDIT_HISTORY_FILE} what="credit history" />
        </div>
      </CardHeader>
      <p className="px-5 pt-1 text-sm text-ink-3">
        Credits on hold are deducted for each call that is delivered, and released for each that is not.{' '}
        <TextLink href={paths.creditFlow}>Show credits by day</TextLink>
      </p>
      <DataTable
        label="Credit history"
        columns={CREDIT_HISTORY_COLUMNS}
        rows={shown}
        rowKey={({ version }) => String(version)}
        loading={isPending}
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
    </Card>
  );
}

function CampaignFilter({ value, onChange }: { value: string; onChange: (campaign: string) => void }) {
  const { data = [] } = trpc.credits.campaigns.useQuery();
  if (data.length === 0) return null;
  const options = data.map(({ id, name }) => ({ value: id, label: name ?? 'Deleted campaign' }));
  return (
    <Field label="Campaign" hideLabel className="min-w-0 max-sm:flex-1 sm:w-56">
      <SelectInput
        value={value}
        options={[{ value: '', label: 'All campaigns' }, ...options]}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </Field>
  );
}
