import { AppError } from '#server/lib/errors.ts';
import { finishDeletion } from './delete-voice.ts';
import { settleUpload } from './settle-upload.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-store.ts';

const BATCH = 100;

/**
 * Expires pending uploads, finishes interrupted deletions, and removes files posted again after their upload was
 * accepted. Idempotent.
 */
export async function sweepVoices(deps: VoiceDeps): Promise<void> {
  const now = deps.clock.now();
  await sweepEach(deps, await deps.store.unfinished(now, BATCH), sweepOne);
  await sweepEach(deps, await deps.forms.withExpiredForm(now, BATCH), removeUpload);
}

async function sweepEach(
  deps: VoiceDeps,
  voices: readonly VoiceRecord[],
  sweep: (deps: VoiceDeps, voice: VoiceRecord) => Promise<void>,
): Promise<void> {
  for (const voice of voices) {
    try {
      await sweep(deps, voice);
    } catch (err) {
      // AppError: a campaign still uses the voice, which is active again. The next sweep retries other failures.
      if (!(err instanceof AppError)) deps.log.warn({ err, vid: voice._id }, 'sweeping a voice failed');
    }
  }
}

function sweepOne(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  return voice.state === 'pending' ? settleUpload(deps, voice) : finishDeletion(deps, voice);
}

async function removeUpload({ objects, forms }: VoiceDeps, voice: VoiceRecord): Promise<void> {
  if (voice.uploadKey !== undefined) await objects.delete(voice.uploadKey);
  await forms.clearUploadKey(voice._id);
}
