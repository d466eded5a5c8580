import { MAX_VOICE_BYTES, recordingProblem } from '#shared/voice-rules.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-model.ts';

/**
 * Looks whether a promised upload has arrived: then the voice becomes active, or is deleted where the file is no MP3.
 * One that did not arrive in time gives its slot back. Repeatable, and safe for several at once.
 */
export async function settleUpload({ objects, store, clock }: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const arrived = await objects.stat(voice.objectKey);
  if (arrived === undefined) {
    if (voice.uploadUntil <= clock.now()) await store.transition(voice._id, 'pending', 'deleted');
    return;
  }
  // The store's own limit was checked when it took the file; this only keeps a giant from being read into memory.
  const bytes = arrived.size > MAX_VOICE_BYTES ? undefined : await objects.read(voice.objectKey);
  const rejection = bytes === undefined ? 'The file is larger than 10MB.' : recordingProblem(bytes);
  if (rejection === undefined) await store.transition(voice._id, 'pending', 'active');
  else await store.transition(voice._id, 'pending', 'deleted', { rejection });
}
