import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ESTIMATE_BOUNDS } from '#shared/password-strength.ts';

/** Long enough for another attempt after a refusal. */
const IDLE_MS = 10_000;

/** What the thread runs, given the files of its packages: reading them as modules would keep them in this process. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const [{ ZxcvbnFactory }, common, english] = workerData.packages.map((file) => require(file));
const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  ...workerData.bounds,
});
parentPort.on('message', ({ password, words }) => {
  parentPort.postMessage(estimator.check(password, words).score);
});
`;

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
  #worker: Worker | undefined;
  #waiting: Waiting[] = [];
  #end: NodeJS.Timeout | undefined;

  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** Whether the thread and its lists are in memory. */
  get isLoaded(): boolean {
    return this.#worker !== undefined;
  }

  /** Returns the score of a password from 0 to 4, for an owner with `words`. */
  async score(password: string, words: readonly string[]): Promise<number> {
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
    const { resolve } = createRequire(import.meta.url);
    const packages = ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', '@zxcvbn-ts/language-en'];
    const worker = new Worker(PROGRAM, {
      eval: true,
      execArgv: [],
      workerData: { packages: packages.map((name) => resolve(name)), bounds: ESTIMATE_BOUNDS },
    });
    // It answers in order.
    worker.on('message', (score: number) => this.#waiting.shift()?.resolve(score));
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
    return worker;
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
