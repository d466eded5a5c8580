import { useSyncExternalStore } from 'react';

/** One thing at a time that can be heard: what screens need of an audio element. */
export interface Sound {
  /** Takes up the sound at `url`, from its beginning; nothing happens when it is there already. */
  load: (url: string) => void;
  unload: () => void;
  /** Rejects when the sound cannot be played. */
  play: () => Promise<void>;
  pause: () => void;
  seek: (seconds: number) => void;
  playing: () => boolean;
  /** In seconds. */
  position: () => number;
  /** In seconds; 0 while it is not known. */
  duration: () => number;
  subscribe: (changed: () => void) => () => void;
}

const EVENTS = [
  'play',
  'pause',
  'ended',
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'emptied',
  'error',
];

/** A silent sound, to be loaded. */
export function createSound(): Sound {
  const audio = new Audio();
  return {
    load(url) {
      if (audio.src !== url) audio.src = url;
    },
    unload() {
      audio.pause();
      audio.removeAttribute('src');
    },
    play: () => audio.play(),
    pause() {
      audio.pause();
    },
    seek(seconds) {
      audio.currentTime = seconds;
      // The element tells of it only later; until then a slider would jump back to where it was.
      audio.dispatchEvent(new Event('seeking'));
    },
    playing: () => !audio.paused && !audio.ended,
    position: () => audio.currentTime,
    duration: () => (Number.isFinite(audio.duration) ? audio.duration : 0),
    subscribe(changed) {
      for (const event of EVENTS) audio.addEventListener(event, changed);
      return () => {
        for (const event of EVENTS) audio.removeEventListener(event, changed);
      };
    },
  };
}

/** Follows something about a sound: `useSound(sound, sound.position)`. */
export function useSound<T extends number | boolean>(sound: Sound, read: () => T): T {
  return useSyncExternalStore(sound.subscribe, read);
}
