import type { Logger } from '#server/lib/log.ts';

/** Work that goes on after the answer, so that its length and its outcome tell the caller nothing. */
export interface AfterResponse {
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when nothing is under way; for shutting down, and for tests. */
  idle(): Promise<void>;
}

/** Runs work in the background; failures are logged. */
export function createAfterResponse(log: Logger): AfterResponse {
  const underWay = new Set<Promise<void>>();
  return {
    run(name, work) {
      const running = work()
        .catch((err: unknown) => {
          log.error({ err, work: name }, 'work after an answer failed');
        })
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
