import { AppError, notFound } from '#server/lib/errors.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-model.ts';

/**
 * Deletes a voice, or a promised upload. Throws CONFLICT while a campaign still has calls to make with it; finished
 * campaigns keep their own record. The voice stops being usable before its uses are checked, so that no campaign can
 * begin with it in between.
 */
export async function deleteVoice(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const leaving = await deps.store.transition(voice._id, voice.state, 'deleting');
  if (leaving === undefined) throw notFound('Voice');
  await finishDeletion(deps, leaving);
}

/** Carries a deletion on from wherever it stopped. Repeatable. Throws CONFLICT, and the voice stays. */
export async function finishDeletion(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  if (voice.state === 'deleting') {
    const campaign = await deps.uses.openCampaignWith(voice.userId, voice._id);
    if (campaign !== undefined) {
      await deps.store.transition(voice._id, 'deleting', 'active');
      throw new AppError(
        'CONFLICT',
        `"${campaign}" still uses this voice. Delete that campaign or wait until it has finished.`,
      );
    }
    await deps.store.transition(voice._id, 'deleting', 'deleted');
  }
  await clearAway(deps, voice);
}

/** Removes recording and clone. The record goes last, and not before a late upload of the recording is impossible. */
async function clearAway(
  { objects, speech, store, clock, log }: VoiceDeps,
  voice: VoiceRecord,
): Promise<void> {
  try {
    for (const key of [voice.uploadKey, voice.objectKey]) if (key !== undefined) await objects.delete(key);
    if (voice.providerVoiceId !== undefined) await speech.deleteVoice(voice.providerVoiceId);
  } catch (err) {
    log.warn({ err, vid: voice._id }, 'a deleted voice is not cleared away yet');
    if (!(err instanceof ProviderRejected)) return;
  }
  if (voice.uploadUntil <= clock.now()) await store.erase(voice._id);
}
