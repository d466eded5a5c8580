import { useEffect, useRef, useState } from 'react';
import { createSound, useSound, type Sound } from './sound.ts';
import { useRenewOnce } from './renew-once.ts';
import { useStreamLinks } from './use-stream-links.ts';

/** Plays voices, one at a time. */
export interface VoicePlayer {
  sound: Sound;
  /** The voice that plays or is paused. */
  current: string | null;
  playing: boolean;
  loading: boolean;
  toggle: (vid: string) => Promise<void>;
  stop: () => void;
}

/**
 * Returns a player of voices by their stream links. A link that fails is replaced once at each position, where the
 * playback goes on; the player stops without a word if that fails too.
 */
export function useVoicePlayer(): VoicePlayer {
  const [sound] = useState(createSound);
  const [current, setCurrent] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);
  const playing = useSound(sound, sound.playing);
  const links = useStreamLinks();
  const wanted = useRef<string | null>(null);
  useEffect(
    () => () => {
      wanted.current = null;
      sound.unload();
    },
    [sound],
  );

  /** Loads a voice at a position in seconds and plays it, unless another voice has been selected since. */
  const load = async (vid: string, { at = 0, play = true }) => {
    setLoading(true);
    try {
      const url = await links.get(vid);
      if (wanted.current !== vid) return;
      sound.load(url);
      if (at > 0) sound.seek(at);
      if (play) await sound.play();
      if (wanted.current === vid) setLoading(false);
    } catch {
      // The failure of a link is reported as an event, too.
      if (wanted.current === vid && !sound.failed()) giveUp();
    }
  };
  const giveUp = () => {
    forgetFailures();
    sound.pause();
    setLoading(false);
  };
  const forgetFailures = useRenewOnce(sound, {
    wanted: () => wanted.current ?? undefined,
    renew: (from) => {
      const vid = wanted.current;
      if (vid === null) return;
      links.forget(vid);
      void load(vid, from);
    },
    giveUp: () => {
      if (wanted.current !== null) links.forget(wanted.current);
      giveUp();
    },
  });

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
      await load(vid, {});
    },
    stop() {
      wanted.current = null;
      sound.pause();
      setCurrent(null);
      setLoading(false);
    },
  };
}
