import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
/** The colour theme; `system` follows the device. */
export type Theme = (typeof THEMES)[number];

/** The key in localStorage; client/public/head.js reads it before the first paint. */
const KEY = 'theme';
const listeners = new Set<() => void>();

function isTheme(value: string | null): value is Theme {
  return THEMES.some((theme) => theme === value);
}

function currentTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return isTheme(stored) ? stored : 'system';
}

/** Applies a theme, stores it on this device and notifies subscribers. */
export function chooseTheme(theme: Theme): void {
  pauseTransitions();
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
  for (const listener of listeners) listener();
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
  return useSyncExternalStore(subscribe, currentTheme);
}
