/** Work that repeats until it is stopped. */
interface IntervalLoop {
  start(): void;
  /** Starts no further run and waits for the one in progress. */
  stop(): Promise<void>;
}

/** Creates a loop that runs `work` at start and then every `ms`, never concurrently. An error does not end it. */
export function createIntervalLoop(
  ms: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): IntervalLoop {
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<unknown> = Promise.resolve();
  const next = (): void => {
    run = run.then(work).catch(onError);
  };
  return {
    start() {
      next();
      timer = setInterval(next, ms).unref();
    },
    async stop() {
      clearInterval(timer);
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
