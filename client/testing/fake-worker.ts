import { onTestFinished, vi } from 'vitest';

/** The worker of a browser, whose replies a test gives. */
export class FakeWorker extends EventTarget {
  static latest: FakeWorker;
  readonly posted: unknown[] = [];
  readonly terminate = vi.fn();
  readonly url: URL;
  readonly options: WorkerOptions;

  constructor(url: URL, options: WorkerOptions) {
    super();
    this.url = url;
    this.options = options;
    FakeWorker.latest = this;
  }

  postMessage(message: unknown) {
    this.posted.push(message);
  }

  reply(data: unknown) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

/** Replaces the workers of the browser until the test ends. */
export function fakeWorkers(): void {
  vi.stubGlobal('Worker', FakeWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
}
