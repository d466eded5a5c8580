import { formatNumber } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import { CAMPAIGN_LIST, mapLoaded } from '#client/app/live/loaded-campaigns.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.ts';
import { rememberSent } from './sent-campaigns.ts';

/** The main action for a campaign's status: pause, resume, or retry the failed calls. */
export function LifecycleAction({ campaign }: { campaign: CampaignView }) {
  const { id, status, retryable } = campaign;
  const utils = trpc.useUtils();
  const refresh = useRefreshCampaigns();
  const toastOptions = (fallback: string) => ({
    onSuccess: refresh,
    onError: (error: unknown) => {
      toast.error(errorText(error, fallback));
    },
  });
  const pause = trpc.campaigns.pause.useMutation(
    toastOptions('An unexpected error occurred while pausing the campaign'),
  );
  const resume = trpc.campaigns.resume.useMutation(
    toastOptions('An unexpected error occurred while resuming the campaign'),
  );
  const retry = trpc.campaigns.retry.useMutation({
    ...toastOptions('An unexpected error occurred'),
    onSuccess: ({ status: now }) => {
      // Until the refetch, the list would still contain the previous result.
      utils.campaigns.list.setInfiniteData(
        CAMPAIGN_LIST,
        (old) =>
          old &&
          mapLoaded(old, (rows) =>
            rows.map((row) => (row.id === id ? { ...row, status: now, completed: false } : row)),
          ),
      );
      rememberSent(id);
      return refresh();
    },
  });

  if (status === 'Sending')
    return (
      <Action
        label="Pause"
        busy={pause.isPending}
        onClick={() => {
          pause.mutate({ id });
        }}
      />
    );
  if (status === 'Paused')
    return (
      <Action
        label="Resume"
        busy={resume.isPending}
        onClick={() => {
          resume.mutate({ id });
        }}
      />
    );
  if (campaign.completed && retryable > 0) {
    return (
      <Action
        label={`Retry ${formatNumber(retryable)}`}
        busy={retry.isPending}
        onClick={() => {
          retry.mutate({ id });
        }}
      />
    );
  }
  return null;
}

function Action({ label, busy, onClick }: { label: string; busy: boolean; onClick: () => void }) {
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={onClick}>
      {label}
    </Button>
  );
}
