import { ChartNoAxesColumn, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isActionAllowed, refusalText } from '#shared/campaign-lifecycle.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { formatNumber } from '#shared/formats.ts';
import { paths } from '#client/app/routing/paths.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { Button, ButtonLink, IconButton } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { rememberSent } from './finished-toasts.ts';

const SendDialog = lazyWithPreload(() => import('./send-dialog.tsx'));
const RetryDialog = lazyWithPreload(() => import('#client/domain/retry/retry-dialog.tsx'));

/** Actions of a campaign row; the three main ones are always visible. */
export function CampaignActions({ campaign, onDelete }: { campaign: CampaignView; onDelete: () => void }) {
  const { status } = campaign;
  const deletable = isActionAllowed('delete', status);
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      <LifecycleAction campaign={campaign} />
      <SendNow campaign={campaign} />
      <ButtonLink
        href={paths.analyticsDetails(campaign.name)}
        aria-label="View analytics"
        variant="secondary"
        size="sm"
        icon={ChartNoAxesColumn}
        className="size-8 px-0 pointer-coarse:min-w-11"
        {...tooltip('View analytics', { named: true })}
      />
      <IconButton
        label="Delete"
        icon={Trash2}
        disabled={!deletable}
        hint={deletable ? undefined : refusalText('delete', status)}
        onClick={onDelete}
      />
    </span>
  );
}

function SendNow({ campaign }: { campaign: CampaignView }) {
  const { status } = campaign;
  const [step, setStep] = useState<'asked' | 'sending'>();
  const allowed = isActionAllowed('execute', status);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
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

/** The main action for a campaign's status: pause, resume, or retry the failed calls. */
function LifecycleAction({ campaign }: { campaign: CampaignView }) {
  const { id, name, status, retryable } = campaign;
  const [asked, setAsked] = useState(false);
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
      <>
        <Action
          label={`Retry ${formatNumber(retryable)}`}
          onClick={() => {
            setAsked(true);
          }}
        />
        <Suspense>
          {asked && (
            <RetryDialog
              campaign={id}
              name={name}
              onRetried={() => {
                rememberSent(id);
              }}
              onClose={() => {
                setAsked(false);
              }}
            />
          )}
        </Suspense>
      </>
    );
  }
  return null;
}

function Action({ label, busy, onClick }: { label: string; busy?: boolean; onClick: () => void }) {
  return (
    <Button variant="secondary" size="sm" busy={busy === true} onClick={onClick}>
      {label}
    </Button>
  );
}
