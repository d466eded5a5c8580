import { formatCount } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { retryText } from '#client/domain/campaigns/schedule-text.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Moment } from '#client/ui/display/moment.tsx';

const RetriesDialog = lazyWithPreload(() => import('./retries-dialog.tsx'));

/** When a campaign, by its name or id, retries its failed calls by itself, as a line of the page header. */
export function AutomaticRetries({ campaign: name }: { campaign: string }) {
  const { dialog, ask } = useDialog({ change: RetriesDialog });
  const { data } = trpc.campaigns.get.useQuery({ id: name });
  // As high as the button, so that nothing moves once it is known.
  const line = 'flex min-h-8 flex-wrap items-center pointer-coarse:min-h-11';
  if (data === undefined) return <span className={line}>{'\u00a0'}</span>;
  const { campaign } = data;
  const { automatic_retry: retry, completed, retryable } = campaign;
  return (
    <span className={line}>
      {retry === null ? 'No automatic retries.' : <RetriesText {...retry} />}
      {(retry !== null || !completed || retryable > 0) && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            ask('change', { campaign });
          }}
        >
          Change
        </Button>
      )}
      {dialog}
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
  return retryText({ after_days: days, times: times - made });
}
