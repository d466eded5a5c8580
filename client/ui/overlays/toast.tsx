import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 3500;
/** The maximum shown at once; the oldest is removed first. */
const MAX_TOASTS = 4;

type ToastType = 'success' | 'error' | 'info';

interface Toast {
  id: number;
  type: ToastType;
  text: string;
  /** The path of the page that it belongs to; absent if it belongs to none. */
  page?: string | undefined;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Adds a toast and replaces one with the same text. */
function show(type: ToastType, text: string, page?: string): void {
  lastId += 1;
  const others = toasts.filter((toast) => toast.text !== text);
  change([...others, { id: lastId, type, text, page }].slice(-MAX_TOASTS));
}

/**
 * Shows a message that disappears by itself. Render important messages on the page instead. An error disappears with its
 * page, unless it belongs to none.
 */
export const toast = {
  success: (text: string): void => {
    show('success', text);
  },
  error: (text: string, { onEveryPage = false } = {}): void => {
    show('error', text, onEveryPage ? undefined : window.location.pathname);
  },
  info: (text: string): void => {
    show('info', text);
  },
};

/** Removes a toast. */
function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Removes the toasts of all pages but the one at `pathname`. */
export function keepToastsOf(pathname: string): void {
  const kept = toasts.filter(({ page = pathname }) => page === pathname);
  if (kept.length < toasts.length) change(kept);
}

/** Returns the visible toasts, oldest first. */
function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, currentToasts, currentToasts);
}

function currentToasts(): readonly Toast[] {
  return toasts;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const STYLES: Record<ToastType, { icon: IconType; className: string }> = {
  success: { icon: CircleCheck, className: 'text-delivered' },
  error: { icon: CircleAlert, className: 'text-failed' },
  info: { icon: Info, className: 'text-running' },
};

/**
 * Renders the toasts, once at the root of the app: in the bottom right corner, on narrow screens below the header. Both
 * live regions exist from the start, because screen readers ignore the first text of a new region.
 */
export function Toaster() {
  const toasts = useToasts();
  const failures = toasts.filter(({ type }) => type === 'error');
  const others = toasts.filter(({ type }) => type !== 'error');
  return (
    <div className="pointer-events-none fixed inset-x-4 top-19 z-60 mx-auto flex max-w-90 flex-col lg:inset-x-auto lg:top-auto lg:right-5 lg:bottom-[calc(var(--foot,0px)+1.25rem)] lg:w-90">
      <ToastRegion politeness="assertive" toasts={failures} />
      <ToastRegion politeness="polite" toasts={others} />
    </div>
  );
}

function ToastRegion({ politeness, toasts }: { politeness: 'assertive' | 'polite'; toasts: Toast[] }) {
  return (
    <div aria-live={politeness} aria-relevant="additions">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </div>
  );
}

/** Stays while hovered; a click removes it. */
function ToastCard({ id, type, text }: Toast) {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused) return undefined;
    const timer = setTimeout(dismissToast, TOAST_MS, id);
    return () => {
      clearTimeout(timer);
    };
  }, [paused, id]);
  const { icon, className } = STYLES[type];
  return (
    <p
      tabIndex={0}
      className="pointer-events-auto mb-2.5 flex w-full animate-rise items-start gap-2.5 rounded-card border border-line-strong bg-surface px-4 py-3.5 text-base font-medium text-ink shadow-float lg:mt-2.5 lg:mb-0"
      onPointerEnter={() => {
        setPaused(true);
      }}
      onPointerLeave={() => {
        setPaused(false);
      }}
      onFocus={() => {
        setPaused(true);
      }}
      onBlur={() => {
        setPaused(false);
      }}
      onPointerDown={(event) => {
        // Otherwise an open dialog handles it as a click outside.
        event.stopPropagation();
      }}
      onClick={() => {
        dismissToast(id);
      }}
    >
      <Icon icon={icon} size={18} className={cx('mt-px', className)} />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}
