import { isMp3, MAX_VOICE_BYTES } from '#shared/voice-rules.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-model.ts';

const NOT_MP3 = 'This file is not an MP3 recording.';
const TOO_LARGE = 'The recording is larger than 10MB.';

/**
 * Looks whether a promised upload has arrived: then the voice becomes active, or is deleted where the file is no MP3.
 * One that did not arrive in time gives its slot back. Repeatable, and safe for several at once.
 */
export async function settleUpload({ objects, store, clock }: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const arrived = await objects.stat(voice.objectKey);
  if (arrived !== undefined) {
    const rejection = arrived.size > MAX_VOICE_BYTES ? TOO_LARGE : contentProblem(await objects.read(voice.objectKey));
    if (rejection === undefined) await store.transition(voice._id, 'pending', 'active');
    else await store.transition(voice._id, 'pending', 'deleted', { rejection });
  } else if (voice.uploadUntil <= clock.now()) {
    await store.transition(voice._id, 'pending', 'deleted');
  }
}

function contentProblem(bytes: Buffer | undefined): string | undefined {
  return bytes !== undefined && isMp3(bytes) ? undefined : NOT_MP3;
}
