import { Pause, Play } from 'lucide-react';
import { trpc } from '#client/app/trpc.ts';
import { IconButton } from '#client/ui/controls/button.tsx';
import { useVoicePlayer } from '#client/features/voices/use-voice-player.ts';
import { toast } from '#client/ui/overlays/toast.tsx';

/** The chosen voice with a button that plays its sample. */
export function VoiceSample({ voiceId }: { voiceId: string }) {
  const { data } = trpc.voices.list.useQuery();
  const voice = data?.voices.find(({ vid }) => vid === voiceId);
  const player = useVoicePlayer(() => {
    toast.error('The voice sample could not be played.');
  });
  if (voice === undefined) return null;
  return (
    <section aria-label="Voice" className="flex items-center gap-3 px-5 pb-5">
      <IconButton
        label={player.playing ? 'Pause the voice sample' : 'Play the voice sample'}
        icon={player.playing ? Pause : Play}
        variant="primary"
        size="md"
        className="rounded-full"
        busy={player.loading}
        onClick={() => void player.toggle(voiceId)}
      />
      <div className="min-w-0">
        <p className="truncate font-medium">{voice.title}</p>
        <p className="text-sm text-ink-3">Voice sample</p>
      </div>
    </section>
  );
}
