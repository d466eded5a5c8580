import { useSyncExternalStore } from 'react';
import type { RouterOptions } from 'wouter';
import { afterFrame } from '#client/ui/after-frame.ts';

let coming: string | null = null;
const listeners = new Set<() => void>();

function setComing(pathname: string | null): void {
  coming = pathname;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the path of the page that a pressed link opens in the next frame, or null. */
export function useComingPath(): string | null {
  return useSyncExternalStore(subscribe, comingPath, comingPath);
}

function comingPath(): string | null {
  return coming;
}

let presses = 0;

/**
 * Lets the page of a pressed link (`transition` of ui/controls/link.tsx) open after the frame that answers the press, as all of
 * a page is rendered at once. Other navigations are part of a change of state, and stay with it. Whatever comes before that
 * frame replaces the press.
 */
export const openAfterFrame: NonNullable<RouterOptions['aroundNav']> = (navigate, to, options) => {
  const { pathname } = new URL(to, window.location.href);
  const from = window.location.pathname;
  const isLink = options?.transition === true;
  if (isLink) {
    presses += 1;
    setComing(pathname === from ? null : pathname);
  }
  if (!isLink || pathname === from) {
    navigate(to, options);
    return;
  }
  const press = presses;
  afterFrame(() => {
    if (press !== presses) return;
    setComing(null);
    if (window.location.pathname === from) navigate(to, options);
  });
};
