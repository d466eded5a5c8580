import { useEffect, useRef, useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.ts';

interface Sample {
  audio: HTMLAudioElement;
  /** When the URL expires, in seconds since the epoch. */
  expiresAt: number;
}

/** Plays and pauses the sample of a voice. The signed URL is fetched on first use and after it has expired. */
export function useSamplePlayer(voiceId: string): { playing: boolean; busy: boolean; toggle: () => void } {
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
