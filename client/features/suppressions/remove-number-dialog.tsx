import { formatPhone } from '#shared/formats.ts';
import type { SuppressionView } from '#shared/schemas/suppressions.ts';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { useRefreshSuppressions } from './use-suppressions.ts';

interface RemoveNumberDialogProps {
  number: SuppressionView;
  onClose: () => void;
}

/** Confirms and removes a number from the do-not-call list. */
export default function RemoveNumberDialog({ number, onClose }: RemoveNumberDialogProps) {
  const phone = formatPhone(number.phone);
  const refresh = useRefreshSuppressions();
  const remove = trpc.suppressions.remove.useMutation({
    async onSuccess() {
      toast.success(`${phone} can be called again.`);
      await refresh();
    },
    async onError(error) {
      const isGone = errorStatus(error) === 404;
      toast.error(
        isGone
          ? `${phone} was no longer on the list.`
          : errorText(error, 'The number could not be removed. Please try again.'),
      );
      if (isGone) await refresh();
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${phone}?`}
      description={
        number.source === 'carrier report'
          ? 'The carrier reported that this number must not be called. Remove it only if its owner has agreed to be called again.'
          : 'Your campaigns will be able to call this number again.'
      }
      cancelLabel="Keep"
      confirmLabel="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() => {
        remove.mutate({ phone: number.phone });
      }}
    />
  );
}
