import { AppError } from '#server/lib/errors.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { findActiveVoice } from './library.ts';
import type { UsableVoice } from './api.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-store.ts';

/**
 * Returns the user's active voice, cloning it at the speech provider on first use. Throws PROVIDER_UNAVAILABLE if the
 * provider is down, INVALID_INPUT if it rejects the recording.
 */
export async function findUsableVoice(
  deps: VoiceDeps,
  uid: string,
  vid: string,
): Promise<UsableVoice | undefined> {
  const voice = await findActiveVoice(deps, uid, vid);
  const providerVoiceId = voice && (voice.providerVoiceId ?? (await clone(deps, voice)));
  return voice && providerVoiceId !== undefined
    ? { id: vid, title: voice.title, providerVoiceId }
    : undefined;
}

/** Clones the recording. Of concurrent clones the first is kept and the others are deleted. */
async function clone({ objects, speech, store }: VoiceDeps, voice: VoiceRecord): Promise<string | undefined> {
  const recording = voice.objectKey === undefined ? undefined : await objects.read(voice.objectKey);
  if (recording === undefined) return undefined;
  const cloned = await speech.cloneVoice(`${voice.title} (${voice._id})`, recording).catch(asAppError);
  const stored = await store.setProviderVoiceOnce(voice._id, cloned);
  if (stored !== cloned) await speech.deleteVoice(cloned);
  return stored;
}

function asAppError(error: unknown): never {
  if (error instanceof ProviderUnavailable) {
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      'The voice service is not responding. Please try again.',
      {},
      { cause: error },
    );
  }
  if (error instanceof ProviderRejected) {
    throw new AppError(
      'INVALID_INPUT',
      `This voice cannot be used: ${error.message}`,
      { fields: { voice_id: error.message } },
      { cause: error },
    );
  }
  throw error;
}
