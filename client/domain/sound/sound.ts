import { useSyncExternalStore } from 'react';

/** A part of an audio, in seconds. */
export interface Part {
  start: number;
  end: number;
}

/** An audio player for one source at a time: the part of an audio element that screens use. */
export interface Sound {
  /** Loads the audio at `url` from the beginning; no-op if it is already loaded and has not failed. */
  load: (url: string) => void;
  unload: () => void;
  /** Restricts playback to a part, and moves there. */
  limit: (part: Part) => void;
  /** Rejects if playback fails. */
  play: () => Promise<void>;
  pause: () => void;
  seek: (seconds: number) => void;
  playing: () => boolean;
  paused: () => boolean;
  /** Whether loading the audio has failed, for example because its link has expired. */
  failed: () => boolean;
  /** In seconds. */
  position: () => number;
  /** In seconds; 0 while unknown. */
  duration: () => number;
  subscribe: (changed: () => void) => () => void;
  /** Calls `failed` whenever loading fails, at first or later. */
  onFailure: (failed: () => void) => () => void;
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

/** Two players would talk over each other, so one pauses when another begins. */
let lastPlayed: HTMLAudioElement | undefined;

/** How precisely a part ends; the element reports its position only four times a second. */
const END_CHECK_MS = 20;

/** Creates a player without a source. */
export function createSound(): Sound {
  const audio = new Audio();
  let part: Part = { start: 0, end: Infinity };
  pauseAtEnd(audio, () => part.end);
  audio.addEventListener('play', () => {
    if (lastPlayed !== audio) lastPlayed?.pause();
    lastPlayed = audio;
  });
  return {
    load(url) {
      if (audio.src !== url || audio.error !== null) audio.src = url;
    },
    unload() {
      audio.pause();
      audio.removeAttribute('src');
    },
    limit(next) {
      part = next;
      if (audio.currentTime < part.start || audio.currentTime > part.end) audio.currentTime = part.start;
    },
    play() {
      if (audio.currentTime < part.start || audio.currentTime >= part.end) audio.currentTime = part.start;
      return audio.play();
    },
    pause() {
      audio.pause();
    },
    seek(seconds) {
      audio.currentTime = seconds;
      // The element updates its position asynchronously; without this a slider would jump back.
      audio.dispatchEvent(new Event('seeking'));
    },
    playing: () => !audio.paused && !audio.ended && audio.error === null,
    paused: () => audio.paused,
    failed: () => audio.error !== null,
    position: () => audio.currentTime,
    duration: () => (Number.isFinite(audio.duration) ? audio.duration : 0),
    subscribe(changed) {
      for (const event of EVENTS) audio.addEventListener(event, changed);
      return () => {
        for (const event of EVENTS) audio.removeEventListener(event, changed);
      };
    },
    onFailure(failed) {
      audio.addEventListener('error', failed);
      return () => {
        audio.removeEventListener('error', failed);
      };
    },
  };
}

function pauseAtEnd(audio: HTMLAudioElement, end: () => number): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(timer);
  };
  audio.addEventListener('playing', () => {
    stop();
    timer = setInterval(() => {
      if (audio.currentTime < end()) return;
      audio.pause();
      audio.currentTime = end();
    }, END_CHECK_MS);
  });
  for (const event of ['pause', 'ended', 'emptied']) audio.addEventListener(event, stop);
}

/** Subscribes to one value of a player: `useSound(sound, sound.position)`. */
export function useSound<T extends number | boolean>(sound: Sound, read: () => T): T {
  return useSyncExternalStore(sound.subscribe, read);
}

/** Seconds as `m:ss`, whole seconds only: 0:07. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${String(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, '0')}`;
}
