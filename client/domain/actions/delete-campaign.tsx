import { useState } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { heldAfterDeletion } from '#shared/held-after-deletion.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { serverText, trpc } from '#client/app/trpc.ts';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

interface Deleted {
  name: string;
  released: number;
  held: number;
  balance: number;
}

/** Confirms and deletes a campaign, and shows the released credits. */
export default function DeleteCampaign({
  campaign,
  onClose,
  onDone,
}: {
  campaign: CampaignView | null;
  onClose: () => void;
  /** Called when what was released has been read. */
  onDone?: () => void;
}) {
  const [deleted, setDeleted] = useState<Deleted>();
  const refresh = useRefreshCampaigns();
  const { mutate, isPending } = trpc.campaigns.delete.useMutation({
    onError: (error) => {
      const reason = serverText(error);
      toast.error(
        reason === undefined
          ? 'An error occurred while deleting the campaign.'
          : `Failed to delete campaign: ${reason}`,
      );
    },
    onSettled: onClose,
  });
  const confirm = ({ id, name }: CampaignView): void => {
    mutate(
      { id },
      {
        onSuccess: ({ released_credits: released, held_credits: held, balance }) => {
          setDeleted({ name, released, held, balance });
          return refresh();
        },
      },
    );
  };
  const finish = () => {
    setDeleted(undefined);
    onDone?.();
  };
  return (
    <>
      <ConfirmDialog
        open={campaign !== null}
        onOpenChange={onClose}
        title="Delete Campaign?"
        description={`“${campaign?.name ?? ''}” and its contacts will be deleted. This action cannot be undone.`}
        cancelLabel="Cancel"
        confirmLabel="Delete"
        danger
        busy={isPending}
        onConfirm={() => {
          if (campaign !== null) confirm(campaign);
        }}
      />
      <Dialog
        open={deleted !== undefined}
        onOpenChange={finish}
        title={`Campaign ${deleted?.name ?? ''} Deleted`}
        footer={<Button onClick={finish}>Done</Button>}
      >
        {deleted !== undefined && <DeletedFigures {...deleted} />}
      </Dialog>
    </>
  );
}

function DeletedFigures({ released, held, balance }: Deleted) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 rounded-card bg-sunken p-5">
        <div>
          <dt className="text-sm text-ink-2">Released credits</dt>
          <dd className="mt-1 text-xl font-semibold">{formatNumber(released)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-2">Current balance</dt>
          <dd className="mt-1 text-xl font-semibold">{formatNumber(balance)}</dd>
        </div>
      </dl>
      {held > 0 && <p className="mt-4 text-sm text-ink-2">{heldAfterDeletion(held)}</p>}
    </>
  );
}
