import { RotateCw } from 'lucide-react';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { useRefreshVoices } from './use-save-voice.ts';

/** Prepares a voice again that has failed. */
export function RetryVoice({ voice: { vid, title } }: { voice: VoiceView }) {
  const refresh = useRefreshVoices();
  const retry = trpc.voices.retry.useMutation({
    onError: (error) => toast.error(`The voice could not be prepared again: ${errorText(error)}`),
    onSettled: refresh,
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={RotateCw}
      busy={retry.isPending}
      aria-label={`Retry ${title}`}
      onClick={() => {
        retry.mutate({ id: vid });
      }}
    >
      Retry
    </Button>
  );
}
