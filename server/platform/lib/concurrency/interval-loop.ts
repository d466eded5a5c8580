/** Work that repeats until it is stopped. */
export interface IntervalLoop {
  start(): void;
  /** Starts no further run and waits for the one in progress. */
  stop(): Promise<void>;
}

/**
 * Creates a loop that runs `work` at start, or `ms` after it if `startsLater`, and again `ms` after the end of each run, so that
 * slow work never queues behind itself. `work` gets a signal that is aborted by `stop`. An error does not end the loop.
 */
export function createIntervalLoop(
  ms: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { startsLater = false } = {},
): IntervalLoop {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<unknown> = Promise.resolve();
  const next = (): void => {
    run = Promise.resolve()
      .then(() => work(stopped.signal))
      .catch(onError)
      .then(later);
  };
  const later = (): void => {
    if (!stopped.signal.aborted) timer = setTimeout(next, ms).unref();
  };
  return {
    start: startsLater ? later : next,
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await run;
    },
  };
}

/** Combines loops into one that starts and stops them together. */
export function combineLoops(loops: readonly IntervalLoop[]): IntervalLoop {
  return {
    start() {
      for (const loop of loops) loop.start();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Returns a function that calls `task` until it has succeeded once. */
export function untilSuccess(task: () => Promise<void>): () => Promise<void> {
  let done = false;
  return async () => {
    if (done) return;
    await task();
    done = true;
  };
}
