import { MAX_VOICES } from '#shared/voice-rules.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { settleUpload } from './settle-upload.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-model.ts';

/**
 * The user's voices that hold a slot, after looking whether promised uploads have arrived. The documented client
 * only asks for an upload and posts the file, so every look at the library is what makes a voice appear.
 */
export async function currentVoices(deps: VoiceDeps, uid: string): Promise<VoiceRecord[]> {
  const voices = await deps.store.holdingSlots(uid);
  const pending = voices.filter((voice) => voice.state === 'pending');
  if (pending.length === 0) return voices;
  await Promise.all(pending.map((voice) => settleUpload(deps, voice)));
  return deps.store.holdingSlots(uid);
}

/** The user's voice in whatever state, after looking whether its upload has arrived; `undefined` for foreign ones. */
export async function findVoice(deps: VoiceDeps, uid: string, vid: string): Promise<VoiceRecord | undefined> {
  const voice = await deps.store.byId(vid);
  if (voice?.userId !== uid) return undefined;
  if (voice.state !== 'pending') return voice;
  await settleUpload(deps, voice);
  return deps.store.byId(vid);
}

/** The user's voice where it is in the library. */
export async function findActiveVoice(
  deps: VoiceDeps,
  uid: string,
  vid: string,
): Promise<VoiceRecord | undefined> {
  const voice = await findVoice(deps, uid, vid);
  return voice?.state === 'active' ? voice : undefined;
}

/** The library as people see it, and how many uploads remain. */
export async function listVoices(
  deps: VoiceDeps,
  uid: string,
): Promise<{ voices: VoiceView[]; remaining: number }> {
  const current = await currentVoices(deps, uid);
  const voices = current.filter((voice) => voice.state === 'active').map(presentVoice);
  return { voices, remaining: MAX_VOICES - current.length };
}

/** A voice in its outward shape (B §3). */
export function presentVoice({ _id, title, description, avatar, createdAt }: VoiceRecord): VoiceView {
  return { vid: _id, title, description, avatar, uploaded_on: createdAt.toISOString() };
}
