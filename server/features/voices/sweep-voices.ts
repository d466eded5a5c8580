import { untilAborted } from '#server/platform/lib/concurrency/until-aborted.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-store.ts';

const BATCH = 100;

/**
 * Schedules the work whose jobs were lost: pending uploads, clones and deletions. Removes files posted again after their
 * upload was accepted. Begins nothing more once `signal` is aborted. Idempotent.
 */
export async function sweepVoices(deps: VoiceDeps, signal?: AbortSignal): Promise<void> {
  const { store, clones, forms, jobs } = deps;
  const now = deps.clock.now();
  for await (const { _id } of untilAborted(signal, () => store.unfinished(now, BATCH)))
    await jobs.advance(_id);
  for await (const vid of untilAborted(signal, () => clones.due(now, BATCH))) await jobs.advance(vid);
  for await (const voice of untilAborted(signal, () => forms.withExpiredForm(now, BATCH)))
    await removeUpload(deps, voice);
}

async function removeUpload({ objects, forms, log }: VoiceDeps, voice: VoiceRecord): Promise<void> {
  try {
    if (voice.uploadKey !== undefined) await objects.delete(voice.uploadKey);
    await forms.clearUploadKey(voice._id);
  } catch (err) {
    log.warn({ err, vid: voice._id }, 'an upload could not be removed; the next sweep will retry');
  }
}
