import { useSyncExternalStore } from 'react';

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 3500;
/** The maximum shown at once; the oldest is removed first. */
const MAX_TOASTS = 4;

export type ToastType = 'success' | 'error' | 'info';

export interface Toast {
  id: number;
  type: ToastType;
  text: string;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Adds a toast and replaces one with the same text. */
function show(type: ToastType, text: string): void {
  lastId += 1;
  const others = toasts.filter((toast) => toast.text !== text);
  change([...others, { id: lastId, type, text }].slice(-MAX_TOASTS));
}

/** Shows a message that disappears by itself. Render important messages on the page instead. */
export const toast: Record<ToastType, (text: string) => void> = {
  success: (text) => {
    show('success', text);
  },
  error: (text) => {
    show('error', text);
  },
  info: (text) => {
    show('info', text);
  },
};

/** Removes a toast. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Returns the visible toasts, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
