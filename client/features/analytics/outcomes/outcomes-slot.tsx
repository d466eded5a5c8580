import { Suspense } from 'react';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { callsUrl } from '#client/features/analytics/details/details-url.ts';
import { useUrlState } from '#client/kit/url-state.ts';

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
  const { shown, show } = useUrlState(callsUrl);
  return (
    <Suspense>
      <OutcomesCard
        campaign={campaign}
        status={status}
        selected={shown.reason}
        pace={pace}
        onSelect={(reason) => {
          show({ reason, status: null, call: null }, { replace: true });
        }}
      />
    </Suspense>
  );
}
