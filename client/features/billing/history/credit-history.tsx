import { Coins } from 'lucide-react';
import { creditHistoryPath, CREDIT_HISTORY_FILE } from '#shared/paths.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { billingUrl, EVERY_ENTRY } from '#client/features/billing/billing-url.ts';
import { ListCard } from '#client/kit/list-card.tsx';
import { useUrlState } from '#client/kit/url-state.ts';
import { useListPages } from '#client/kit/use-list-pages.ts';
import { CREDIT_HISTORY_COLUMNS, statementColumns } from './credit-history-columns.tsx';
import { DownloadCsv } from '#client/app/download-csv.tsx';

/** Rows on a page. */
const SIZE = 10;

/** The credits by campaign, and the entries of the ledger of one of them or of all. */
export function CreditHistory() {
  const { shown, show, hrefOf } = useUrlState(billingUrl);
  const { credits } = shown;
  const campaign = credits === EVERY_ENTRY ? '' : credits;
  const statement = useStatement(credits === '');
  const entries = useEntries(campaign, credits !== '');
  const card = {
    title: 'Credit history',
    actions: (
      <div className="flex min-w-0 items-center gap-2.5 max-sm:mt-2 max-sm:w-full">
        <CampaignFilter
          value={credits}
          onChange={(chosen) => {
            show({ credits: chosen });
          }}
        />
        <DownloadCsv path={creditHistoryPath(campaign)} name={CREDIT_HISTORY_FILE} what="credit history" />
      </div>
    ),
    children: (
      <p className="-mt-1 mb-2 px-5 text-sm text-ink-3">
        Credits on hold are deducted for each call that is delivered, and released for each that is not.{' '}
        <TextLink href={paths.creditFlow}>Show credits by day</TextLink>
      </p>
    ),
    rowKey: ({ version }: { version: number }) => String(version),
    empty: (
      <EmptyState
        icon={Coins}
        title="No credits yet"
        text="Credits that you receive, put on hold or spend appear here."
      />
    ),
  };
  return credits === '' ? (
    <ListCard
      {...card}
      {...statement}
      opens
      columns={statementColumns((campaignId) => hrefOf({ credits: campaignId }))}
    />
  ) : (
    <ListCard {...card} {...entries} columns={CREDIT_HISTORY_COLUMNS} />
  );
}

/** A row for each campaign, and one for each grant, correction and refund. */
function useStatement(enabled: boolean) {
  const query = trpc.credits.statement.useInfiniteQuery(
    {},
    { enabled, getNextPageParam: ({ next }) => next },
  );
  const loaded = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  // How many there are is not known before the last page.
  return { query, ...useListPages(loaded, { size: SIZE, total: 0, query }) };
}

/** The entries of the ledger of one campaign; of all for ''. */
function useEntries(campaign: string, enabled: boolean) {
  const query = trpc.credits.history.useInfiniteQuery(campaign === '' ? {} : { campaign_id: campaign }, {
    enabled,
    getNextPageParam: ({ next }) => next,
  });
  const loaded = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  return { query, ...useListPages(loaded, { size: SIZE, total, query, search: campaign }) };
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
