import { adjustableClock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Env } from '#server/app/env/env.ts';
import { compose } from './index.ts';

/** Nothing is served. */
const NOWHERE = 'http://127.0.0.1:0';

/**
 * Continues the deletions of accounts, as a worker does, before any process runs. Returns how many accounts are left, which a
 * worker erases later: those with calls that the carrier may still report.
 */
export async function eraseClosed(env: Env, log: Logger): Promise<number> {
  const baseUrl = env.PUBLIC_URL ?? NOWHERE;
  const options = { env, log, clock: adjustableClock(), baseUrl, ownUrl: NOWHERE, pages: false };
  const hark = await compose({ ...options, seedOnly: true });
  try {
    return await hark.continueDeletions();
  } finally {
    await hark.close();
  }
}
