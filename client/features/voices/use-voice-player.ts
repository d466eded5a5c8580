import { useEffect, useRef, useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { createSound, useSound, type Sound } from './recording/sound.ts';

interface StreamLink {
  url: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** Plays the voices of the library, one at a time. */
export interface VoicePlayer {
  sound: Sound;
  /** The voice that plays or is paused. */
  current: string | null;
  playing: boolean;
  loading: boolean;
  toggle: (vid: string) => Promise<void>;
  stop: () => void;
}

/** Player that fetches a stream URL if there is none or it has expired; errors are ignored. */
export function useVoicePlayer(): VoicePlayer {
  const [sound] = useState(createSound);
  const [current, setCurrent] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const playing = useSound(sound, sound.playing);
  const links = useRef(new Map<string, StreamLink>());
  const wanted = useRef<string | null>(null);
  const { voices } = trpc.useUtils();
  useEffect(() => sound.unload, [sound]);

  const streamLink = async (vid: string) => {
    const known = links.current.get(vid);
    if (known !== undefined && known.expiresAt > Date.now() / 1000) return known;
    const { stream_url: url, expires_in } = await voices.stream.fetch({ id: vid }, { staleTime: 0 });
    const link = { url, expiresAt: Date.now() / 1000 + expires_in };
    links.current.set(vid, link);
    return link;
  };

  const play = async (vid: string) => {
    const { url } = await streamLink(vid);
    // Another voice was selected while the URL was loading.
    if (wanted.current !== vid) return;
    sound.load(url);
    await sound.play();
  };

  return {
    sound,
    current,
    playing,
    loading,
    async toggle(vid) {
      if (current === vid && playing) {
        sound.pause();
        return;
      }
      wanted.current = vid;
      if (current !== vid) sound.pause();
      setCurrent(vid);
      setLoading(true);
      await play(vid).catch(() => undefined);
      if (wanted.current === vid) setLoading(false);
    },
    stop() {
      wanted.current = null;
      sound.pause();
      setCurrent(null);
      setLoading(false);
    },
  };
}
