import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-store.ts';

/**
 * Deletes a voice or a pending upload; a job removes its recording and clone. Throws CONFLICT while a campaign still has
 * calls to make with it. The voice is made unusable before its uses are checked, so that no campaign can start with it in
 * between.
 */
export async function deleteVoice(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const deleting = await deps.store.transition(voice._id, voice.state, 'deleting');
  if (deleting === undefined) throw notFound('Voice');
  await markDeleted(deps, deleting);
  await deps.jobs.advance(voice._id);
}

/** Resumes an interrupted deletion; idempotent. Throws CONFLICT and keeps the voice if a campaign uses it. */
export async function finishDeletion(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  if (voice.state === 'deleting') await markDeleted(deps, voice);
  await deleteAssets(deps, voice);
}

/** Frees the slot of a voice that no campaign uses; makes it active again and throws CONFLICT if one does. */
async function markDeleted({ store, uses }: VoiceDeps, { _id: vid, userId }: VoiceRecord): Promise<void> {
  const campaign = await uses.openCampaignWith(userId, vid);
  if (campaign === undefined) {
    await store.transition(vid, 'deleting', 'deleted');
    return;
  }
  await store.transition(vid, 'deleting', 'active');
  throw new AppError(
    'CONFLICT',
    `"${campaign}" still uses this voice. Delete that campaign or wait until it has finished.`,
  );
}

/**
 * Deletes recording, clone and previews, then the record, but not before a late upload and an attempt to clone the voice have become
 * impossible.
 */
export async function deleteAssets(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const { objects, store, clock, log } = deps;
  try {
    for (const key of [voice.uploadKey, voice.objectKey]) if (key !== undefined) await objects.delete(key);
    for (const clone of await clonesOf(deps, voice)) await deleteClone(deps, clone);
    await deps.erasePreviews(voice.userId, voice._id);
  } catch (err) {
    log.warn({ err, vid: voice._id }, 'the files of a deleted voice could not be removed yet');
    return;
  }
  const cloning = voice.clone?.lease !== undefined && (voice.clone.dueAt ?? clock.now()) > clock.now();
  if (voice.uploadUntil <= clock.now() && !cloning) await store.erase(voice._id);
}

/** Returns the clones of a voice, those of attempts whose process died included. */
async function clonesOf(
  { speech }: VoiceDeps,
  { _id: vid, providerVoiceId, clone }: VoiceRecord,
): Promise<Set<string>> {
  const attempts = clone?.count ?? 0;
  const known = providerVoiceId === undefined ? [] : [providerVoiceId];
  return new Set(
    attempts > known.length ? [...known, ...(await speech.findVoices(vid)).map(({ id }) => id)] : known,
  );
}

async function deleteClone({ speech }: VoiceDeps, id: string): Promise<void> {
  try {
    await speech.deleteVoice(id);
  } catch (error) {
    // The provider has deleted it already.
    if (!(error instanceof ProviderRejected)) throw error;
  }
}
