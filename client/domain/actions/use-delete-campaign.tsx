import { Suspense, useState, type ReactNode } from 'react';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';

const DeleteCampaign = lazyWithPreload(() => import('./delete-campaign.tsx'));

/** Returns what asks before a campaign is deleted, and the question, to be rendered; `onDone` follows a deletion. */
export function useDeleteCampaign(onDone?: () => void): {
  ask: (campaign: CampaignView) => void;
  question: ReactNode;
} {
  // Undefined until the first press; after that the dialog stays mounted.
  const [deleting, setDeleting] = useState<CampaignView | null>();
  const question = (
    <Suspense>
      {deleting !== undefined && (
        <DeleteCampaign
          campaign={deleting}
          onClose={() => {
            setDeleting(null);
          }}
          {...(onDone !== undefined && { onDone })}
        />
      )}
    </Suspense>
  );
  return { ask: setDeleting, question };
}
