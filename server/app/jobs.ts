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

/** Creates what the modules enqueue by. */
export function composeQueues({ jobs: { queue } }: { jobs: Pick<Jobs, 'queue'> }): Queues {
  return {
    drops: createDropJobs(queue),
    voices: createVoiceJobs(queue),
    lists: createListJobs(queue),
    previews: createPreviewJobs(queue),
    exports: createExportJobs(queue),
  };
}

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
