import { useSyncExternalStore } from 'react';

/** How long a toast stays, in milliseconds (A §9). */
export const TOAST_MS = 3500;
/** More at once would be a wall; the oldest makes room. */
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

/** Adds a toast; the same words once more take the place of the first. */
function show(type: ToastType, text: string): void {
  lastId += 1;
  const others = toasts.filter((toast) => toast.text !== text);
  change([...others, { id: lastId, type, text }].slice(-MAX_TOASTS));
}

/** Short news that disappears by itself. What must not be missed belongs on the page instead. */
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

/** Takes a toast away. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** What is to be seen now, the oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
