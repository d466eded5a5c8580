import type { VoiceView } from '#shared/schemas/voices.ts';
import { errorStatus, errorText, statusText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { useRefreshVoices } from './use-save-voice.ts';

interface DeleteVoiceDialogProps {
  voice: VoiceView;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms and deletes a voice, and reports the result. */
export default function DeleteVoiceDialog({ voice, onClose, onDeleted }: DeleteVoiceDialogProps) {
  const refresh = useRefreshVoices();
  const remove = trpc.voices.remove.useMutation({
    async onSuccess() {
      onDeleted();
      toast.success('Voice deleted successfully!');
      await refresh();
    },
    async onError(error) {
      toast.error(deletionProblem(error));
      if (errorStatus(error) === 404) await refresh();
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete Voice Sample?"
      description="Are you sure you want to delete this voice sample? This action cannot be undone."
      cancelLabel="Cancel"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => {
        remove.mutate({ id: voice.vid });
      }}
    />
  );
}

/** Returns the text for a failed deletion. */
function deletionProblem(error: unknown): string {
  const status = errorStatus(error);
  if (status === 404) return 'Voice not found. It may have already been deleted.';
  if (status === undefined) return 'Failed to delete voice: No response received from server';
  return `Failed to delete voice: ${errorText(error, statusText(error))}`;
}
