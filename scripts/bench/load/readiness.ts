import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 25;

/** Asks a web server again and again whether it is ready. */
export interface Readiness {
  /** Ends it and returns how long the slowest answer took; throws if one was not 200. */
  slowestMs(): Promise<number>;
}

/** Begins to ask the server at `baseUrl`. */
export function watchReadiness(baseUrl: string): Readiness {
  let asking = true;
  let slowest = 0;
  const asked = (async () => {
    while (asking) {
      const begun = performance.now();
      const { status } = await fetch(`${baseUrl}/readyz`);
      slowest = Math.max(slowest, performance.now() - begun);
      if (status !== 200) throw new Error(`/readyz responded with ${String(status)}`);
      await sleep(PAUSE_MS);
    }
  })();
  asked.catch(() => undefined);
  return {
    async slowestMs() {
      asking = false;
      await asked;
      return slowest;
    },
  };
}
