import { Suspense, useMemo, type ReactNode } from 'react';
import { campaignStatusMessage } from '#shared/formats.ts';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { ErrorBoundary } from '#client/app/loading/error-boundary.tsx';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { ProgressStatus } from '#client/app/live/progress-status.tsx';
import { CHART_HEIGHT } from '#client/charts/chart-format.ts';
import { Card } from '#client/ui/display/card.tsx';
import { Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';

const ProgressCard = lazyOnDemand(() => import('./progress-card.tsx'));

interface LiveDeliveryProps {
  /** Its name or id. */
  campaign: string;
  /** The result of `campaigns.status`, once it is loaded. */
  counts:
    { status: CampaignStatus; total: number; delivered: number; failed: number; pending: number } | undefined;
  /** What is shown while the campaign is not sending. */
  children: ReactNode;
}

/** The delivery of a campaign: how it moves while it is sending, and otherwise `children`. Quarters are announced. */
export function LiveDelivery({ campaign, counts, children }: LiveDeliveryProps) {
  const announced = useMemo(() => {
    if (counts === undefined) return [];
    const { status, total, delivered, pending } = counts;
    const message = campaignStatusMessage(status, total, delivered);
    return [{ id: campaign, name: campaign, status, message, done: total - pending, total }];
  }, [campaign, counts]);
  const isSending = counts?.status === 'Sending';
  return (
    <>
      <ProgressStatus campaigns={announced} />
      {isSending && (
        <ErrorBoundary fallback={children}>
          <Suspense fallback={<Loading />}>
            <ProgressCard campaign={campaign} />
          </Suspense>
        </ErrorBoundary>
      )}
      {/* Hidden instead of removed, so that its figures are current when the last call is reported. */}
      <div hidden={isSending}>{children}</div>
    </>
  );
}

function Loading() {
  return (
    <SkeletonGroup className="grid gap-4 lg:grid-cols-2">
      {['progress', 'chart'].map((part) => (
        <Card key={part} className="p-5">
          <Skeleton className="mb-4 h-5 w-36" />
          <div style={{ height: CHART_HEIGHT }}>
            <Skeleton className="h-full" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  );
}
