import type { Logger } from '#server/platform/lib/log.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import { watchTurns } from './loop-turns.ts';
import { isWorking, namesOfWork, onFirstWork } from './work-in-progress.ts';

/** A turn of the event loop that takes longer delays every other request. */
const BUDGET_MS = 50;
const TICK_MS = 20;
/** For how long each turn is measured after the loop was held. */
const WATCHED_MS = 60_000;
/** More names of work in progress say nothing. */
const MOST_NAMES = 5;
const HELD = 'the event loop was held';

export interface LoopMonitorOptions {
  log: Pick<Logger, 'warn'>;
  metrics: Pick<Metrics, 'observe'>;
}

/** Names what holds the event loop of this process. */
export interface LoopMonitor {
  /** To be called after the start of the process, which holds the loop while it loads modules. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * Creates the monitor of the event loop. It logs what held the loop for more than 50 ms: all that was in progress at the first
 * time, and the very request or job at each further time within a minute. It looks while requests or jobs are in progress: at
 * rest its timer would be most of what a process does.
 */
export function createLoopMonitor({ log, metrics }: LoopMonitorOptions): LoopMonitor {
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let watchedUntil = 0;
  let endWatch: (() => void) | undefined;
  let endListening: (() => void) | undefined;

  const noteHeld = (heldMs: number, now: number): void => {
    metrics.observe('hark_event_loop_held_seconds', {}, heldMs / 1_000);
    watchedUntil = now + WATCHED_MS;
    if (endWatch !== undefined) return;
    log.warn({ inProgress: namesOfWork().slice(0, MOST_NAMES), heldMs: Math.round(heldMs) }, HELD);
    endWatch = watchTurns(BUDGET_MS, ({ work, wallMs, processorMs }) => {
      log.warn({ work, heldMs: Math.round(wallMs), processorMs: Math.round(processorMs) }, HELD);
    });
  };
  const unwatch = (): void => {
    endWatch?.();
    endWatch = undefined;
  };
  const tick = (): void => {
    const now = performance.now();
    const heldMs = now - last - TICK_MS;
    last = now;
    if (heldMs > BUDGET_MS) noteHeld(heldMs, now);
    else if (now > watchedUntil) unwatch();
    if (!isWorking() && endWatch === undefined) pause();
  };
  const resume = (): void => {
    last = performance.now();
    timer ??= setInterval(tick, TICK_MS).unref();
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    start() {
      endListening ??= onFirstWork(resume);
      if (isWorking()) resume();
    },
    stop() {
      endListening?.();
      endListening = undefined;
      pause();
      unwatch();
      return Promise.resolve();
    },
  };
}
