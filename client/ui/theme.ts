import { useSyncExternalStore } from 'react';
import { afterFrame } from './after-frame.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
/** The colour theme; `system` follows the device. */
export type Theme = (typeof THEMES)[number];

/** The key in localStorage; client/head.js reads it before the first paint. */
const KEY = 'theme';
const listeners = new Set<() => void>();

function isTheme(value: string | null): value is Theme {
  return THEMES.some((theme) => theme === value);
}

function currentTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return isTheme(stored) ? stored : 'system';
}

/**
 * Stores a theme on this device, notifies subscribers and applies it. Every element is styled again, so that this waits for
 * the frame that shows the choice.
 */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  for (const listener of listeners) listener();
  afterFrame(applyTheme);
}

function applyTheme(): void {
  pauseTransitions();
  const theme = currentTheme();
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}

/** The milliseconds until transitions resume, so that this delays neither the frame nor an input that follows at once. */
const RESUME_MS = 300;
let resume: ReturnType<typeof setTimeout> | undefined;

/** Every element with a colour transition would restyle in each of the frames of the transition. */
function pauseTransitions(): void {
  const { dataset } = document.documentElement;
  dataset['switching'] = '';
  // The timer starts after the frame with the new colours.
  requestAnimationFrame(() => {
    clearTimeout(resume);
    resume = setTimeout(() => delete dataset['switching'], RESUME_MS);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme chosen on this device. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'system');
}
