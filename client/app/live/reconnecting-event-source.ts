import { MINUTE_MS } from '#shared/time-units.ts';
import { RECENT_MS } from '#shared/limits.ts';
import type { LiveUpdate } from '#shared/schemas/live.ts';

/** A connection without a first event for this long is treated as failed, for example behind a buffering proxy. */
export const CONNECT_TIMEOUT_MS = 5_000;
const INITIAL_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = MINUTE_MS;
/** A connection that was open for this long resets the backoff. */
const STABLE_AFTER_MS = 10_000;

/** Opens a connection and returns a function that closes it. No callback runs after `onEnd` or after the close. */
export type Connect = (on: {
  onOpen: () => void;
  onUpdate: (update: LiveUpdate) => void;
  onEnd: (reason: 'ended' | 'failed' | 'signed out') => void;
}) => () => void;

/** Whether a connection is useful now: the window is visible and online. */
export interface Visibility {
  isActive(): boolean;
  /** Calls `listener` whenever the state may have changed, until `signal` aborts. */
  onChange(listener: () => void, signal: AbortSignal): void;
}

interface ReconnectingEventSourceOptions {
  connect: Connect;
  onLive: (live: boolean) => void;
  onUpdate: (update: LiveUpdate) => void;
  /** Reconnected after more than `RECENT_MS`: the server no longer replays what changed meanwhile. */
  onMissed: () => void;
  onSignedOut: () => void;
  visibility: Visibility;
  signal: AbortSignal;
}

/**
 * Keeps one connection open while the window is visible, until `signal` aborts. Reconnects with exponential backoff,
 * and not at all once the session has ended.
 */
export function reconnectingEventSource(options: ReconnectingEventSourceOptions): void {
  const { connect, visibility, signal, ...on } = options;
  let failures = 0;
  let openedAt: number | undefined;
  let lastOpenAt = Date.now();
  let close: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const disconnect = () => {
    clearTimeout(timer);
    close?.();
    close = undefined;
    if (openedAt === undefined) return;
    lastOpenAt = Date.now();
    if (lastOpenAt - openedAt >= STABLE_AFTER_MS) failures = 0;
    openedAt = undefined;
    on.onLive(false);
  };
  const reconnectLater = () => {
    disconnect();
    timer = setTimeout(open, backoffMs(failures));
    failures += 1;
  };
  const open = () => {
    let current = true;
    const ifCurrent =
      <Args extends unknown[]>(action: (...args: Args) => void) =>
      (...args: Args) => {
        if (current) action(...args);
      };
    timer = setTimeout(reconnectLater, CONNECT_TIMEOUT_MS);
    const closeConnection = connect({
      onOpen: ifCurrent(() => {
        clearTimeout(timer);
        openedAt = Date.now();
        if (openedAt - lastOpenAt > RECENT_MS) on.onMissed();
        on.onLive(true);
      }),
      onUpdate: ifCurrent(on.onUpdate),
      onEnd: ifCurrent((reason) => {
        if (reason !== 'signed out') {
          reconnectLater();
          return;
        }
        disconnect();
        on.onSignedOut();
      }),
    });
    close = () => {
      current = false;
      closeConnection();
    };
  };
  const onVisibilityChange = () => {
    disconnect();
    if (visibility.isActive()) open();
  };

  visibility.onChange(onVisibilityChange, signal);
  signal.addEventListener('abort', disconnect);
  onVisibilityChange();
}

/** Exponential backoff with jitter, so that clients do not reconnect to a restarted server all at once. */
function backoffMs(failures: number): number {
  return Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * 2 ** failures) * (0.5 + Math.random() / 2);
}
