import { useEffect, useEffectEvent, useRef } from 'react';
import type { Sound } from './sound.ts';

interface Renewal {
  /** Names what is played; undefined if nothing is wanted any more. */
  wanted: () => string | undefined;
  /** Loads it by a new link, from a position in seconds. */
  renew: (from: { at: number; play: boolean }) => void;
  giveUp: () => void;
}

/**
 * Replaces the link of a sound that fails to load, once at each position; gives up if that fails too. Returns a function
 * that forgets earlier failures.
 */
export function useRenewOnce(sound: Sound, { wanted, renew, giveUp }: Renewal): () => void {
  const renewed = useRef<{ what: string; at: number }>(null);
  const onFailure = useEffectEvent(() => {
    const what = wanted();
    if (what === undefined) return;
    const at = sound.position();
    if (renewed.current?.what === what && renewed.current.at === at) {
      renewed.current = null;
      giveUp();
      return;
    }
    renewed.current = { what, at };
    renew({ at, play: !sound.paused() });
  });
  useEffect(
    () =>
      sound.onFailure(() => {
        onFailure();
      }),
    [sound],
  );
  return () => {
    renewed.current = null;
  };
}
