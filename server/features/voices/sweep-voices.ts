import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-store.ts';

const BATCH = 100;

/**
 * Schedules the work whose jobs were lost: pending uploads, clones and deletions. Removes files posted again after their
 * upload was accepted. Idempotent.
 */
export async function sweepVoices(deps: VoiceDeps): Promise<void> {
  const { store, clones, forms, jobs } = deps;
  const now = deps.clock.now();
  const unfinished = await store.unfinished(now, BATCH);
  for (const vid of [...unfinished.map(({ _id }) => _id), ...(await clones.due(now, BATCH))])
    await jobs.advance(vid);
  for (const voice of await forms.withExpiredForm(now, BATCH)) await removeUpload(deps, voice);
}

async function removeUpload({ objects, forms, log }: VoiceDeps, voice: VoiceRecord): Promise<void> {
  try {
    if (voice.uploadKey !== undefined) await objects.delete(voice.uploadKey);
    await forms.clearUploadKey(voice._id);
  } catch (err) {
    log.warn({ err, vid: voice._id }, 'an upload could not be removed; the next sweep will retry');
  }
}
