import { Megaphone } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import { lazyPart } from '#client/app/lazy-part.ts';
import { paths } from '#client/app/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { SmartLink } from '#client/ui/smart-link.tsx';
import { campaignColumns } from './campaign-columns.tsx';

const DeleteCampaign = lazyPart(() => import('./delete-campaign.tsx'));

const PAGE_SIZE = 8;

interface CampaignListProps {
  /** `undefined` while they load, and when they cannot be loaded. */
  campaigns: readonly CampaignView[] | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** The user's campaigns with what can be done to each (B §2). A failed load shows the empty state, and Retry (contract §9). */
export function CampaignList({ campaigns, failed, retrying, onRetry }: CampaignListProps) {
  const [page, setPage] = useState(1);
  // Undefined until a first campaign is to be deleted; from then on the dialogs stay.
  const [deleting, setDeleting] = useState<CampaignView | null>();
  const columns = useMemo(() => campaignColumns(setDeleting), []);
  const pages = Math.max(1, Math.ceil((campaigns?.length ?? 0) / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const rows = campaigns?.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE) ?? [];
  return (
    <Card aria-label="Campaigns">
      <CardHeader className="pb-2">
        <CardTitle>Campaigns</CardTitle>
        {rows.length > 0 && (
          <SmartLink href={paths.analytics} className="rounded-small text-ink-2 hover:text-ink">
            View all
          </SmartLink>
        )}
      </CardHeader>
      <DataTable
        label="Campaigns"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loading={campaigns === undefined && !failed}
        empty={<NoCampaigns />}
      />
      {failed && <LoadError className="pb-6" busy={retrying} onRetry={onRetry} />}
      {pages > 1 && (
        <Pager page={shown} pages={pages} onPageChange={setPage} className="border-t border-line px-5 py-3" />
      )}
      <Suspense>
        {deleting !== undefined && (
          <DeleteCampaign
            campaign={deleting}
            onClose={() => {
              setDeleting(null);
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}

function NoCampaigns() {
  return (
    <EmptyState
      icon={Megaphone}
      title="No campaigns yet"
      text="Pick a voice, write a message and upload your contacts. It takes about five minutes."
      action={
        <ButtonLink variant="secondary" href={paths.campaign}>
          Create Your First Campaign
        </ButtonLink>
      }
    />
  );
}
