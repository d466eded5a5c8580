import { createJobs, type Jobs } from '#server/platform/work/jobs.ts';
import type { ProcessOptions } from './process-options.ts';

/** Creates the job queue of a process. */
export function composeJobs(options: ProcessOptions): Jobs {
  const { connection, clock, log, realTime = clock, clockCheck, instruments } = options;
  return createJobs({
    connection,
    log,
    clock: realTime,
    ...(clockCheck !== undefined && { clockCheck }),
    privateQueue: options.seedOnly === true,
    ...(instruments !== undefined && { instruments }),
  });
}
