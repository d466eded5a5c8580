import { useMemo } from 'react';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { paths } from '#client/app/routing/paths.ts';
import { ListCard } from '#client/kit/list-card.tsx';
import { useListPages, type ListQuery } from '#client/kit/use-list-pages.ts';
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
  const { rows, pager } = useListPages(campaigns ?? [], { size: PAGE_SIZE, total, query });
  const { isError, isFetching } = query;
  return (
    <>
      <ListCard
        wide
        opens
        title="Campaigns"
        actions={
          rows.length > 0 && (
            <SmartLink href={paths.campaigns} className="rounded-small text-ink-2 hover:text-ink">
              View all
            </SmartLink>
          )
        }
        query={{ isPending: campaigns === undefined && !isError, isError, isFetching, refetch: onRetry }}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        pager={pager}
        empty={<NoCampaignsYet />}
      />
      {question}
    </>
  );
}
