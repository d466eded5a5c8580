import { adjustableClock } from '#server/platform/lib/clock.ts';
import { listen, urlOf } from '#server/platform/http/listen.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { DemoSeed } from '#server/app/seed/seed-demo.ts';
import type { Env } from '#server/app/env/env.ts';
import { compose } from './index.ts';

/** A composition that creates demo data in the past, on the same data as a running Hark. */
export interface SeedProcess extends DemoSeed {
  /** Leaves the jobs that remain to the other workers and closes all parts. */
  close(): Promise<void>;
}

/**
 * Starts what creates demo data. It has a clock of its own, which the seed shifts, so that no other part of the process is in
 * the past. Its links have `baseUrl`, by default its own address. Rejects if another process creates demo data.
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
    const seed = await hark.reserveDemo();
    await hark.startWorker();
    return { ...seed, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates or completes the demo account in a seed process, closes that and returns the account. */
export async function createDemoAccount(
  starting: Promise<SeedProcess>,
): Promise<{ email: string; password: string }> {
  const { account, close } = await starting;
  try {
    return await account();
  } finally {
    await close();
  }
}
