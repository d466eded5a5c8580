import { Worker } from 'node:worker_threads';
import { AppError } from '#server/platform/lib/errors.ts';
import type { ErrorDetails } from '#shared/error-codes.ts';
import { ESTIMATE_BOUNDS } from '#shared/password-strength.ts';

/** Long enough for another attempt after a refusal. */
const IDLE_MS = 10_000;

/** The most passwords that wait, at most five seconds of work; more requests get 503. */
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 5;

/** The thread's entry file in a build, below `dist/server/`. */
const BUNDLED = 'features/auth/passwords/estimator-worker.js';

/** An estimate that was asked for. */
interface Waiting {
  resolve(score: number): void;
  reject(error: Error): void;
}

/**
 * Estimates how hard passwords are to guess, in a thread: its lists take 45 MB and a third of a second to read, and an
 * estimate up to 50 ms. The thread ends after ten seconds without one.
 */
export class EstimatorThread {
  readonly #idleMs: number;
  readonly #maxWaiting: number;
  readonly #startWorker: () => Worker;
  #worker: Worker | undefined;
  #waiting: Waiting[] = [];
  #end: NodeJS.Timeout | undefined;

  /** The options are for tests. */
  constructor({ idleMs = IDLE_MS, maxWaiting = MAX_WAITING, start = startWorker } = {}) {
    this.#idleMs = idleMs;
    this.#maxWaiting = maxWaiting;
    this.#startWorker = start;
  }

  /** Whether the thread and its lists are in memory. */
  get isLoaded(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Returns the score of a password from 0 to 4, for an owner with `words`. Throws `AppError` UNAVAILABLE when too many
   * wait, or if the thread cannot start or ends.
   */
  async score(password: string, words: readonly string[]): Promise<number> {
    if (this.#waiting.length >= this.#maxWaiting) throw unavailable({ retry_after: RETRY_AFTER_SECONDS });
    clearTimeout(this.#end);
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    try {
      return await new Promise<number>((resolve, reject) => {
        this.#waiting.push({ resolve, reject });
        worker.postMessage({ password, words });
      });
    } finally {
      if (this.#waiting.length === 0) this.#rest(worker);
    }
  }

  #start(): Worker {
    const worker = this.#newWorker();
    // It answers in order; what it sent before it failed may come after that.
    worker.on('message', (score: number) => {
      if (this.#worker === worker) this.#waiting.shift()?.resolve(score);
    });
    worker.on('error', (error) => {
      this.#fail(worker, error);
    });
    worker.on('exit', (code) => {
      this.#fail(worker, new Error(`The thread ended with ${String(code)}`));
    });
    return worker;
  }

  #newWorker(): Worker {
    try {
      return this.#startWorker();
    } catch (error) {
      throw unavailable({}, error);
    }
  }

  /** Rejects all who wait for a thread; nobody waits for one that ended before. */
  #fail(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(unavailable({}, cause));
  }

  /** Ends the thread after a while, unless it is asked again; it does not keep the process alive. */
  #rest(worker: Worker): void {
    worker.unref();
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      if (this.#worker === worker) this.#worker = undefined;
      void worker.terminate();
    }, this.#idleMs).unref();
  }
}

function startWorker(): Worker {
  return new Worker(workerFile(import.meta.url), { execArgv: [], workerData: ESTIMATE_BOUNDS });
}

/** Returns the thread's entry file, given the address of this module or of the bundle that it is part of. */
export function workerFile(here: string): URL {
  if (here.endsWith('.ts')) return new URL('./estimator-worker.mjs', here);
  const server = here.slice(0, here.lastIndexOf('/dist/server/') + '/dist/server/'.length);
  return new URL(BUNDLED, server);
}

function unavailable(details: ErrorDetails, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', 'Hark is busy. Please try again in a moment.', details, { cause });
}
