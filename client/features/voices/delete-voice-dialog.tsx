import type { VoiceView } from '#shared/schemas/voices.ts';
import { errorStatus, errorText, statusText, trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';
import { useRefreshVoices } from './use-save-voice.ts';

interface DeleteVoiceDialogProps {
  voice: VoiceView;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms and deletes a voice, and reports the result. */
export default function DeleteVoiceDialog({ voice, onClose, onDeleted }: DeleteVoiceDialogProps) {
  const refresh = useRefreshVoices();
  const remove = trpc.voices.remove.useMutation(
    confirmed({
      onDone: onDeleted,
      done: 'Voice deleted successfully!',
      gone: 'Voice not found. It may have already been deleted.',
      failed: deletionProblem,
      refresh,
      onClose,
    }),
  );
  return (
    <ConfirmMutation
      mutation={remove}
      input={{ id: voice.vid }}
      onClose={onClose}
      title="Delete Voice Sample?"
      description="Are you sure you want to delete this voice sample? This action cannot be undone."
      confirmLabel="Delete"
      danger
    />
  );
}

/** Returns the text for a failed deletion. */
function deletionProblem(error: unknown): string {
  if (errorStatus(error) === undefined) return 'Failed to delete voice: No response received from server';
  return `Failed to delete voice: ${errorText(error, statusText(error))}`;
}
