import type { ExportJobs } from '#server/features/account/export/export-deps.ts';
import { createExportJobs } from '#server/features/account/export/export-jobs.ts';
import type { ListJobs } from '#server/features/contact-lists/api.ts';
import { createListJobs } from '#server/features/contact-lists/list-jobs.ts';
import type { DropJobs } from '#server/features/drops/api.ts';
import { createDropJobs } from '#server/features/drops/drop-jobs.ts';
import type { VoiceJobs } from '#server/features/voices/api.ts';
import { createVoiceJobs } from '#server/features/voices/voice-jobs.ts';
import type { PreviewJobs } from '#server/features/voices/previews/preview-deps.ts';
import { createPreviewJobs } from '#server/features/voices/previews/preview-jobs.ts';
import type { RealClock } from '#server/platform/lib/clock.ts';
import type { JobQueue } from '#server/platform/work/job.ts';
import { createJobs, type Jobs } from '#server/platform/work/jobs.ts';
import type { ProcessOptions } from './process-options.ts';

/** What the modules enqueue by. */
export interface Queues {
  drops: DropJobs;
  voices: VoiceJobs;
  lists: ListJobs;
  previews: PreviewJobs;
  exports: ExportJobs;
}

/** Creates what the modules enqueue by; `real` as in the options of a process. */
export function composeQueues({ jobs: { queue } }: { jobs: Pick<Jobs, 'queue'> }, real?: RealClock): Queues {
  return {
    drops: createDropJobs(real === undefined ? queue : unshifted(queue, real)),
    voices: createVoiceJobs(queue),
    lists: createListJobs(queue),
    previews: createPreviewJobs(queue),
    exports: createExportJobs(queue),
  };
}

/** Returns a queue for a module whose clock is shifted: its jobs are due by the real time. */
function unshifted(queue: JobQueue, real: RealClock): JobQueue {
  return {
    ...queue,
    add: (name, key, { at, after, ...options } = {}) =>
      queue.add(name, key, {
        ...options,
        ...(at && { at: real.of(at) }),
        ...(after && { after: real.of(after) }),
      }),
  };
}

/** Creates the job queue of a process. */
export function composeJobs(options: ProcessOptions): Jobs {
  const { connection, clock, log, real, clockCheck, instruments } = options;
  return createJobs({
    connection,
    log,
    clock: real ?? clock,
    ...(clockCheck !== undefined && { clockCheck }),
    privateQueue: options.seedOnly === true,
    ...(instruments !== undefined && { instruments }),
  });
}
