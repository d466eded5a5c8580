import type { JobControl } from '#server/platform/work/job-control.ts';
import type { JobData, JobKind, JobQueue } from '#server/platform/work/job.ts';
import type { VoiceHandlers, VoiceJobs } from './api.ts';

const ADVANCE = 'advance-voice';
/** Concurrent attempts to clone a voice per worker: each has a recording of up to 10 MB in memory. */
const ATTEMPTS = 5;

/** Returns what enqueues the work on voices. */
export function createVoiceJobs(queue: JobQueue): VoiceJobs {
  return {
    advance: (vid, at) => queue.add(ADVANCE, { vid }, { ...(at && { at }), ifOther: 'waits' }),
  };
}

/** Returns how the work on voices is executed. */
export function voiceJobKinds(handlers: VoiceHandlers): JobKind[] {
  const run = ({ vid }: JobData & { vid: string }, { signal }: JobControl) =>
    handlers.advanceVoice(vid, signal);
  return [{ name: ADVANCE, concurrency: ATTEMPTS, run }];
}
