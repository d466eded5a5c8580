import type { Logger } from '#server/platform/lib/log.ts';

/** Runs tasks after the response is sent, so that neither their duration nor their result is visible to the caller. */
export interface BackgroundTasks {
  run(name: string, task: () => Promise<void>): void;
  /** Resolves when no task is running; used at shutdown and in tests. */
  idle(): Promise<void>;
}

/** Creates a background task runner. Errors of tasks are logged. */
export function createBackgroundTasks(log: Logger): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    run(name, task) {
      const promise = task()
        .catch((err: unknown) => {
          log.error({ err, task: name }, 'background task failed');
        })
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
