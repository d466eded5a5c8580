import { useEffect, useRef, useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/toast.ts';

/** Plays the sample of a voice; pressed again, it pauses (B §4). The link is fetched when it is first needed. */
export function useSamplePlayer(voiceId: string): { playing: boolean; busy: boolean; toggle: () => void } {
  const utils = trpc.useUtils();
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle');

  useEffect(
    () => () => {
      audio.current?.pause();
    },
    [],
  );

  async function load(): Promise<HTMLAudioElement> {
    const { stream_url: url } = await utils.voices.stream.fetch({ id: voiceId });
    const player = new Audio(url);
    player.onended = player.onpause = () => {
      setState('idle');
    };
    audio.current = player;
    return player;
  }

  async function play(): Promise<void> {
    setState('loading');
    await (audio.current ?? (await load())).play();
    setState('playing');
  }

  const toggle = () => {
    if (state === 'playing') audio.current?.pause();
    else if (state === 'idle') {
      play().catch(() => {
        // The link may have expired; the next press fetches another.
        audio.current = null;
        setState('idle');
        toast.error('The voice sample could not be played.');
      });
    }
  };
  return { playing: state === 'playing', busy: state === 'loading', toggle };
}
