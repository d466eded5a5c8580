import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { IconButton } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

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

interface Sample {
  audio: HTMLAudioElement;
  /** When the URL expires, in seconds since the epoch. */
  expiresAt: number;
}

/** Plays and pauses the sample of a voice. The signed URL is fetched on first use and after it has expired. */
function useSamplePlayer(voiceId: string): { playing: boolean; busy: boolean; toggle: () => void } {
  const utils = trpc.useUtils();
  const sample = useRef<Sample>(null);
  const isUnmounted = useRef(false);
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle');

  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      sample.current?.audio.pause();
    };
  }, []);

  async function load(): Promise<Sample> {
    const { stream_url: url, expires_in } = await utils.voices.stream.fetch(
      { id: voiceId },
      { staleTime: 0 },
    );
    const audio = new Audio(url);
    audio.onended = audio.onpause = () => {
      setState('idle');
    };
    return { audio, expiresAt: Date.now() / 1000 + expires_in };
  }

  async function play(): Promise<void> {
    setState('loading');
    if (sample.current === null || sample.current.expiresAt <= Date.now() / 1000)
      sample.current = await load();
    // After an unmount there is no button to pause it.
    if (isUnmounted.current) return;
    await sample.current.audio.play();
    setState('playing');
  }

  const toggle = () => {
    if (state === 'playing') sample.current?.audio.pause();
    else if (state === 'idle') {
      play().catch(() => {
        if (isUnmounted.current) return;
        // The next attempt fetches a new URL.
        sample.current = null;
        setState('idle');
        toast.error('The voice sample could not be played.');
      });
    }
  };
  return { playing: state === 'playing', busy: state === 'loading', toggle };
}
