import { AppError } from '#server/errors.ts';
import { finishDeletion } from './delete-voice.ts';
import { settleUpload } from './settle-upload.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-model.ts';

const BATCH = 100;

/** Finishes what was interrupted: uploads that never came, deletions that a crash or a provider stopped. Repeatable. */
export async function sweepVoices(deps: VoiceDeps): Promise<void> {
  for (const voice of await deps.store.unfinished(deps.clock.now(), BATCH)) {
    try {
      await sweepOne(deps, voice);
    } catch (err) {
      // A voice that a campaign still uses went back to the library; anything else is tried again by the next sweep.
      if (!(err instanceof AppError)) deps.log.warn({ err, vid: voice._id }, 'sweeping a voice failed');
    }
  }
}

function sweepOne(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  return voice.state === 'pending' ? settleUpload(deps, voice) : finishDeletion(deps, voice);
}
