import { createHash } from 'node:crypto';
import { MAX_VOICE_BYTES, recordingProblem } from '#shared/voice-rules.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-model.ts';

/**
 * Looks whether a promised upload has arrived: then the voice becomes active, or is deleted where the file is no MP3.
 * One that did not arrive in time releases its slot. Repeatable, and safe for several at once.
 */
export async function settleUpload(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const { objects, store, clock, onceAtATime } = deps;
  const { _id: vid, uploadKey = '' } = voice;
  const arrived = await objects.stat(uploadKey);
  if (arrived === undefined) {
    if (voice.uploadUntil <= clock.now()) await store.transition(vid, 'pending', 'deleted');
    return;
  }
  // The store's own limit was checked when it took the file; this only keeps a giant from being read into memory.
  if (arrived.size > MAX_VOICE_BYTES) {
    await store.transition(vid, 'pending', 'deleted', { rejection: 'The file is larger than 10MB.' });
    return;
  }
  await onceAtATime(vid, () => checkRecording(deps, voice));
}

/** Reads the file whole: of several looks at once one does it for all, or a user could fill the memory with copies. */
async function checkRecording(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const { objects, store } = deps;
  const { _id: vid, uploadKey = '' } = voice;
  const bytes = await objects.read(uploadKey);
  // Another process has settled it meanwhile.
  if (bytes === undefined) return;
  const rejection = recordingProblem(bytes);
  if (rejection === undefined) await accept(deps, voice, bytes);
  else await store.transition(vid, 'pending', 'deleted', { rejection });
}

/**
 * Makes the voice active with a copy of exactly the bytes that were checked: the upload form can be posted again.
 * The copy is named by its content, so that of two acceptances with different bytes neither overwrites the other's.
 */
async function accept(
  { objects, store }: VoiceDeps,
  { _id: vid, userId, uploadKey = '' }: VoiceRecord,
  bytes: Buffer,
): Promise<void> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const objectKey = `voices/${userId}/${vid}-${digest}.mp3`;
  await objects.put(objectKey, bytes, 'audio/mpeg');
  const accepted = await store.transition(vid, 'pending', 'active', { objectKey });
  if (accepted === undefined && (await store.byId(vid))?.objectKey !== objectKey)
    await objects.delete(objectKey);
  await objects.delete(uploadKey);
}
