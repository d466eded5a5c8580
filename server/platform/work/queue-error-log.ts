import { MINUTE_MS } from '#shared/time-units.ts';
import type { Logger } from '#server/platform/lib/log.ts';

/** An error that repeats is logged once in this time: an outage of the database causes several a second. */
const EVERY_MS = MINUTE_MS;
/** Different errors whose repetitions are counted. */
const MAX_COUNTED = 100;

/**
 * Returns a function that logs errors of the job queue. One that repeats within a minute is counted, and the next line
 * about it has the number as `repeated`. `now` is in milliseconds.
 */
export function createQueueErrorLog(
  log: Pick<Logger, 'error'>,
  now: () => number = () => performance.now(),
): (error: Error) => void {
  const logged = new Map<string, { at: number; repeated: number }>();
  return (error) => {
    const key = `${error.name}: ${error.message}`;
    const last = logged.get(key);
    if (last !== undefined && now() - last.at < EVERY_MS) {
      last.repeated += 1;
      return;
    }
    if (logged.size >= MAX_COUNTED) logged.clear();
    logged.set(key, { at: now(), repeated: 0 });
    const { repeated = 0 } = last ?? {};
    log.error({ err: error, ...(repeated > 0 && { repeated }) }, 'the job queue has a problem');
  };
}
