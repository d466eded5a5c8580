import { formatCount } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { rememberSent } from './sent-campaigns.ts';

/** Asks before a campaign is sent: its name, how many calls it makes and what is on hold for them. */
export default function SendDialog({
  campaign,
  onSend,
  onClose,
}: {
  campaign: CampaignView;
  /** Called when it is confirmed; `onClose` follows once the campaign is sent or that has failed. */
  onSend: () => void;
  onClose: () => void;
}) {
  const { id, name, status, calling_hours: hours } = campaign;
  // Calls of a paused campaign may still be reported: both figures of one moment.
  const { data: now } = trpc.campaigns.progress.useQuery({ id }, { enabled: status === 'Paused' });
  const { pending, held } = now ?? campaign;
  const refresh = useRefreshCampaigns();
  const { mutate, isPending } = trpc.campaigns.execute.useMutation({
    onSuccess: () => {
      rememberSent(id);
      return refresh();
    },
    onError: (error) => {
      toast.error(errorText(error));
    },
    onSettled: onClose,
  });
  const calls = formatCount(pending, 'call');
  const credits = `${formatCount(held, 'credit is', 'credits are')} on hold for it`;
  return (
    <ConfirmDialog
      open={!isPending}
      onOpenChange={onClose}
      title="Send this campaign now?"
      description={
        <>
          <span className="font-medium break-words text-ink">{name}</span>
          <br />
          {calls}, {credits}. People are called from {hours.from} to {hours.to} in their own time.
        </>
      }
      cancelLabel="Cancel"
      confirmLabel="Send Now"
      onConfirm={() => {
        onSend();
        mutate({ id, force: true });
      }}
    />
  );
}
