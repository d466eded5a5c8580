import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isActionAllowed, refusalText } from '#shared/campaign-lifecycle.ts';
import { formatCount, formatNumber } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { rememberSent } from './sent-campaigns.ts';

const SendDialog = lazyWithPreload(() => import('./send-dialog.tsx'));
const ChangeTimeDialog = lazyWithPreload(() => import('./change-time-dialog.tsx'));
const RetryDialog = lazyWithPreload(() => import('#client/domain/retry/retry-dialog.tsx'));

interface VerbProps {
  campaign: CampaignView;
  size?: 'sm' | 'md';
}

/** Asks before a campaign is sent now. */
export function SendNow({ campaign, size = 'sm' }: VerbProps) {
  const { status } = campaign;
  const [step, setStep] = useState<'asked' | 'sending'>();
  const allowed = isActionAllowed('execute', status);
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        busy={step === 'sending' || status === 'Sending'}
        busyText="Sending..."
        disabled={!allowed}
        onClick={() => {
          setStep('asked');
        }}
        {...tooltip(allowed ? undefined : refusalText('execute', status))}
      >
        Send Now
      </Button>
      <Suspense>
        {step !== undefined && (
          <SendDialog
            campaign={campaign}
            onSend={() => {
              setStep('sending');
            }}
            onClose={() => {
              setStep(undefined);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** The main action for a campaign's status: pause, resume, or retry the failed calls; `priced` says what that costs. */
export function LifecycleAction({ campaign, size = 'sm', priced = false }: VerbProps & { priced?: boolean }) {
  const { id, name, status, retryable, retryable_if_named } = campaign;
  const { dialog, ask } = useDialog({ retry: RetryDialog });
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
  const canRetry = campaign.completed && (retryable > 0 || retryable_if_named > 0);
  const isPriced = priced && campaign.completed && retryable > 0;
  const quote = trpc.campaigns.quote.useQuery({ calls: retryable }, { enabled: isPriced });
  // Another one on the page may have asked for the same number of calls.
  const price = isPriced && quote.data !== undefined ? ` for ${formatCount(quote.data.cost, 'credit')}` : '';
  if (status === 'Sending' || status === 'Paused') {
    const change = status === 'Sending' ? pause : resume;
    return (
      <Action
        size={size}
        label={status === 'Sending' ? 'Pause' : 'Resume'}
        busy={change.isPending}
        onClick={() => {
          change.mutate({ id });
        }}
      />
    );
  }
  if (canRetry) {
    return (
      <>
        <Action
          size={size}
          label={retryable > 0 ? `Retry ${formatNumber(retryable)}${price}` : 'Retry'}
          onClick={() => {
            ask('retry', {
              campaign: id,
              name,
              onRetried: () => {
                rememberSent(id);
              },
            });
          }}
        />
        {dialog}
      </>
    );
  }
  return null;
}

/** Changes the start of a campaign that has not started; nothing for others. */
export function ChangeTime({ campaign, size = 'sm' }: VerbProps) {
  const { dialog, ask } = useDialog({ change: ChangeTimeDialog });
  if (campaign.started_at !== null || !isActionAllowed('update', campaign.status)) return null;
  return (
    <>
      <Action
        size={size}
        label="Change Time"
        onClick={() => {
          ask('change', { campaign });
        }}
      />
      {dialog}
    </>
  );
}

/** Opens the question of a deletion; disabled with the reason where a campaign cannot be deleted. */
export function DeleteAction({ campaign: { status }, size, onDelete }: VerbProps & { onDelete: () => void }) {
  const allowed = isActionAllowed('delete', status);
  return (
    <IconButton
      label="Delete"
      size={size}
      icon={Trash2}
      disabled={!allowed}
      hint={allowed ? undefined : refusalText('delete', status)}
      onClick={onDelete}
    />
  );
}

interface ActionProps extends Pick<VerbProps, 'size'> {
  label: string;
  busy?: boolean;
  onClick: () => void;
}

function Action({ label, busy, size = 'sm', onClick }: ActionProps) {
  return (
    <Button variant="secondary" size={size} busy={busy === true} onClick={onClick}>
      {label}
    </Button>
  );
}
