import { useMemo } from 'react';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { paths } from '#client/app/routing/paths.ts';
import { useListPages, type ListQuery } from '#client/app/live/use-list-pages.ts';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { LoadError } from '#client/ui/display/states.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { useDeleteCampaign } from '#client/domain/actions/use-delete-campaign.tsx';
import { NoCampaignsYet } from '#client/domain/campaigns/no-campaigns-yet.tsx';
import { campaignColumns } from '#client/domain/campaigns/campaign-columns.tsx';

const PAGE_SIZE = 8;

interface CampaignListProps {
  /** `undefined` while loading and after an error. */
  campaigns: readonly CampaignView[] | undefined;
  /** Number of all campaigns, including those not loaded yet. */
  total: number;
  query: ListQuery;
  onRetry: () => void;
}

/** The user's campaigns with their actions. After a failed load it shows the empty state and a Retry button. */
export function CampaignList({ campaigns, total, query, onRetry }: CampaignListProps) {
  const { ask, question } = useDeleteCampaign();
  const columns = useMemo(() => campaignColumns(ask), [ask]);
  const { shown, page, pages, setPage } = useListPages(campaigns ?? [], { size: PAGE_SIZE, total, query });
  return (
    <Card aria-label="Campaigns">
      <CardHeader className="pb-2">
        <CardTitle>Campaigns</CardTitle>
        {shown.length > 0 && (
          <SmartLink href={paths.campaigns} className="rounded-small text-ink-2 hover:text-ink">
            View all
          </SmartLink>
        )}
      </CardHeader>
      <DataTable
        wide
        label="Campaigns"
        columns={columns}
        rows={shown}
        opens
        rowKey={({ id }) => id}
        loading={campaigns === undefined && !query.isError}
        empty={<NoCampaignsYet />}
      />
      {query.isError && <LoadError className="pb-6" busy={query.isFetching} onRetry={onRetry} />}
      {pages > 1 && (
        <Pager page={page} pages={pages} onPageChange={setPage} className="border-t border-line px-5 py-3" />
      )}
      {question}
    </Card>
  );
}
