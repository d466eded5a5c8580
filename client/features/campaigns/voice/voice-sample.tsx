import { Pause, Play } from 'lucide-react';
import { trpc } from '#client/app/trpc.ts';
import { IconButton } from '#client/ui/controls/icon-button.tsx';
import { useSamplePlayer } from './use-sample-player.ts';

/** The chosen voice with a button that plays its sample. */
export function VoiceSample({ voiceId }: { voiceId: string }) {
  const { data } = trpc.voices.list.useQuery();
  const voice = data?.voices.find(({ vid }) => vid === voiceId);
  const { playing, busy, toggle } = useSamplePlayer(voiceId);
  if (voice === undefined) return null;
  return (
    <section aria-label="Voice" className="flex items-center gap-3 px-5 pb-5">
      <IconButton
        label={playing ? 'Pause the voice sample' : 'Play the voice sample'}
        icon={playing ? Pause : Play}
        variant="primary"
        size="md"
        className="rounded-full"
        busy={busy}
        onClick={toggle}
      />
      <div className="min-w-0">
        <p className="truncate font-medium">{voice.title}</p>
        <p className="text-sm text-ink-3">Voice sample</p>
      </div>
    </section>
  );
}
