import { Suspense, useState } from 'react';
import { formatCount } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Moment } from '#client/ui/display/moment.tsx';

const RetriesDialog = lazyWithPreload(() => import('./retries-dialog.tsx'));

/** When a campaign, by its name or id, calls again by itself those it did not reach, as a line of the page header. */
export function AutomaticRetries({ campaign: name }: { campaign: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = trpc.campaigns.get.useQuery({ id: name });
  if (data === undefined) return <span className="block">{'\u00a0'}</span>;
  const { campaign } = data;
  const { automatic_retry: retry, completed, retryable } = campaign;
  // Nobody is left to be called again.
  if (retry === null && completed && retryable === 0) return null;
  return (
    <span className="block">
      {retry === null ? 'No automatic retries.' : <RetriesText {...retry} />}{' '}
      <Button
        variant="ghost"
        size="sm"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {retry === null ? 'Call again automatically' : 'Change'}
      </Button>
      <Suspense>
        {isOpen && (
          <RetriesDialog
            campaign={campaign}
            onClose={() => {
              setIsOpen(false);
            }}
          />
        )}
      </Suspense>
    </span>
  );
}

function RetriesText({
  after_days: days,
  times,
  made,
  next_at: next,
}: NonNullable<CampaignView['automatic_retry']>) {
  if (next !== null)
    return (
      <>
        Automatic retry {made + 1} of {times} starts <Moment at={next} />.
      </>
    );
  if (made >= times) return `${formatCount(made, 'automatic retry', 'automatic retries')} made.`;
  return `Calls again those not reached ${formatCount(days, 'day', 'days')} after it finishes, ${timesText(times - made)}.`;
}

function timesText(times: number): string {
  return times === 1 ? 'once' : `up to ${String(times)} times`;
}
