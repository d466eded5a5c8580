import { adjustableClock } from '#server/platform/lib/clock.ts';
import { listen, urlOf } from '#server/platform/http/listen.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Env } from '#server/app/env/env.ts';
import { compose, type Composition } from './index.ts';

/** A composition that creates demo data in the past, on the same data as a running Hark. */
export type SeedProcess = Composition['seed'] & { close(): Promise<void> };

/**
 * Starts what creates demo data. It has a clock of its own, which the seed shifts, so that no other part of the process is in
 * the past. Rejects if another process creates demo data.
 */
export async function startSeedProcess(env: Env, log: Logger, baseUrl?: string): Promise<SeedProcess> {
  const listener = await listen(0, '127.0.0.1');
  const ownUrl = urlOf('127.0.0.1', listener.port);
  const options = { log, clock: adjustableClock(), baseUrl: baseUrl ?? ownUrl, ownUrl, pages: false };
  const hark = await compose({ ...options, env: { ...env, METRICS_PORT: undefined }, seedOnly: true });
  listener.serve(hark.app);
  let closed: Promise<void> | undefined;
  const end = async () => {
    await Promise.all([listener.close(), hark.stopWorker()]);
    await hark.close();
  };
  const close = () => (closed ??= end());
  try {
    // Before the worker starts: only one process at a time runs the jobs of a seed.
    await hark.seed.reserve();
    await hark.startWorker();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...hark.seed, close };
}
