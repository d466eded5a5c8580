import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { detailsHref, readDetailsUrl } from '#client/features/analytics/details/details-url.ts';

const OutcomesCard = lazyOnDemand(() => import('./outcomes-card.tsx'));

/** Why the calls of a campaign fail; a choice filters the calls above by the address of the page. */
export function OutcomesSlot({
  campaign,
  status,
  pace,
}: {
  campaign: string;
  status: CampaignStatus | undefined;
  pace: number | false;
}) {
  const [, navigate] = useLocation();
  const shown = readDetailsUrl(useSearch());
  return (
    <Suspense>
      <OutcomesCard
        campaign={campaign}
        status={status}
        selected={shown.reason}
        pace={pace}
        onSelect={(reason) => {
          navigate(detailsHref(campaign, { ...shown, reason, status: null, page: 1, call: null }), {
            replace: true,
          });
        }}
      />
    </Suspense>
  );
}
