import { RECENT_MS } from '#shared/live-progress.ts';
import type { LiveUpdate } from '#shared/schemas/live.ts';

/** A line that says nothing for this long at its beginning is held up by something between us and the server. */
export const SILENT_MS = 5_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A line that held this long was a good one: the next pause is short again. */
const STEADY_MS = 10_000;

/** Opens a line; answers how to close it. After `onEnd` or a close nothing more is heard of it. */
export type Connect = (on: {
  onOpen: () => void;
  onUpdate: (update: LiveUpdate) => void;
  onEnd: (why: 'ended' | 'failed' | 'signed out') => void;
}) => () => void;

/** Whether a line is of use now: the window is in sight and has a connection. */
export interface Visibility {
  isThere(): boolean;
  /** Calls `listener` whenever that may have changed, until `signal` ends. */
  onChange(listener: () => void, signal: AbortSignal): void;
}

interface KeepLineOptions {
  connect: Connect;
  onLive: (live: boolean) => void;
  onUpdate: (update: LiveUpdate) => void;
  /** The line is back after so long that some changes will not be told any more. */
  onMissed: () => void;
  onSignedOut: () => void;
  sight: Visibility;
  signal: AbortSignal;
}

/**
 * Keeps one line open while the window is in sight, until `signal` ends: opens it again after growing pauses where it is
 * lost or cannot be had, and not once the session is over.
 */
export function reconnectingEventSource({ connect, sight, signal, ...on }: KeepLineOptions): void {
  let failures = 0;
  let openedAt: number | undefined;
  let heardAt = Date.now();
  let close: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drop = () => {
    clearTimeout(timer);
    close?.();
    close = undefined;
    if (openedAt === undefined) return;
    heardAt = Date.now();
    if (heardAt - openedAt >= STEADY_MS) failures = 0;
    openedAt = undefined;
    on.onLive(false);
  };
  const lost = () => {
    drop();
    timer = setTimeout(open, pauseAfter(failures));
    failures += 1;
  };
  const open = () => {
    let current = true;
    const ifCurrent =
      <Args extends unknown[]>(action: (...args: Args) => void) =>
      (...args: Args) => {
        if (current) action(...args);
      };
    timer = setTimeout(lost, SILENT_MS);
    const hangUp = connect({
      onOpen: ifCurrent(() => {
        clearTimeout(timer);
        openedAt = Date.now();
        if (openedAt - heardAt > RECENT_MS) on.onMissed();
        on.onLive(true);
      }),
      onUpdate: ifCurrent(on.onUpdate),
      onEnd: ifCurrent((why) => {
        if (why !== 'signed out') {
          lost();
          return;
        }
        drop();
        on.onSignedOut();
      }),
    });
    close = () => {
      current = false;
      hangUp();
    };
  };
  const look = () => {
    drop();
    if (sight.isThere()) open();
  };

  sight.onChange(look, signal);
  signal.addEventListener('abort', drop);
  look();
}

/** Doubles with each failure, and is never quite the same: a server that comes back is not met by everybody at once. */
function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2);
}
