import { AppError, notFound } from '#server/lib/errors.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-store.ts';

/**
 * Deletes a voice or a pending upload. Throws CONFLICT while a campaign still has calls to make with it. The voice is
 * made unusable before its uses are checked, so that no campaign can start with it in between.
 */
export async function deleteVoice(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const deleting = await deps.store.transition(voice._id, voice.state, 'deleting');
  if (deleting === undefined) throw notFound('Voice');
  await finishDeletion(deps, deleting);
}

/** Resumes an interrupted deletion; idempotent. Throws CONFLICT and keeps the voice if a campaign uses it. */
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
  await deleteAssets(deps, voice);
}

/** Deletes recording and clone, then the record, but not before a late upload has become impossible. */
export async function deleteAssets(
  { objects, speech, store, clock, log }: VoiceDeps,
  voice: VoiceRecord,
): Promise<void> {
  try {
    for (const key of [voice.uploadKey, voice.objectKey]) if (key !== undefined) await objects.delete(key);
    if (voice.providerVoiceId !== undefined) await speech.deleteVoice(voice.providerVoiceId);
  } catch (err) {
    log.warn({ err, vid: voice._id }, 'the files of a deleted voice could not be removed yet');
    if (!(err instanceof ProviderRejected)) return;
  }
  if (voice.uploadUntil <= clock.now()) await store.erase(voice._id);
}
