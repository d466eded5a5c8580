import { MAX_VOICES } from '#shared/voices/voice-rules.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { ObjectStoreUnavailable } from '#server/providers/errors.ts';
import { settleUpload } from './settle-upload.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-store.ts';

/**
 * Returns the user's voices that hold a slot, after checking whether pending uploads have arrived. API clients do not
 * confirm uploads, so every read of the library activates those that have.
 */
export async function currentVoices(deps: VoiceDeps, uid: string): Promise<VoiceRecord[]> {
  const voices = await deps.store.holdingSlots(uid);
  const pending = voices.filter((voice) => voice.state === 'pending');
  if (pending.length === 0) return voices;
  await Promise.all(pending.map((voice) => settleUpload(deps, voice).catch(leaveOpen)));
  return deps.store.holdingSlots(uid);
}

/** Leaves an upload open that the object store cannot be asked about: the other voices are shown nevertheless. */
function leaveOpen(error: unknown): void {
  if (!(error instanceof ObjectStoreUnavailable)) throw error;
}

/** Returns the user's voice in any state, after checking its upload; `undefined` for other users' voices. */
export async function findVoice(deps: VoiceDeps, uid: string, vid: string): Promise<VoiceRecord | undefined> {
  const voice = await deps.store.byId(vid);
  if (voice?.userId !== uid) return undefined;
  if (voice.state !== 'pending') return voice;
  await settleUpload(deps, voice);
  return deps.store.byId(vid);
}

/** Returns the user's voice if it is active. */
export async function findActiveVoice(
  deps: VoiceDeps,
  uid: string,
  vid: string,
): Promise<VoiceRecord | undefined> {
  const voice = await findVoice(deps, uid, vid);
  return voice?.state === 'active' ? voice : undefined;
}

/** Returns the active voices and the number of free slots. */
export async function listVoices(
  deps: VoiceDeps,
  uid: string,
): Promise<{ voices: VoiceView[]; remaining: number }> {
  const current = await currentVoices(deps, uid);
  const voices = current.filter((voice) => voice.state === 'active').map(presentVoice);
  return { voices, remaining: MAX_VOICES - current.length };
}

/** Returns the API representation of a voice. */
export function presentVoice(voice: VoiceRecord): VoiceView {
  const { _id, title, description, avatar, createdAt, warnings = [] } = voice;
  return {
    vid: _id,
    title,
    description,
    avatar,
    uploaded_on: createdAt.toISOString(),
    ...statusOf(voice),
    warnings,
  };
}

function statusOf({ providerVoiceId, clone }: VoiceRecord): Pick<VoiceView, 'status' | 'status_message'> {
  if (providerVoiceId !== undefined) return { status: 'ready', status_message: '' };
  if (clone?.failure !== undefined) return { status: 'failed', status_message: clone.failure };
  return { status: 'processing', status_message: clone?.problem ?? '' };
}
