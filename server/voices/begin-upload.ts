import { MAX_VOICE_BYTES, MAX_VOICES, MP3_TYPES } from '#shared/voice-rules.ts';
import { AppError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { PresignedUpload } from '#server/providers/objects/port.ts';
import type { VoiceDeps } from './voice-deps.ts';
import { currentVoices } from './library.ts';
import type { VoiceRecord } from './voice-model.ts';

/** An upload must begin within this time; the store refuses later ones. */
export const UPLOAD_BEGINS_SECONDS = 5 * 60;
/** An upload that has begun may take this much longer; then its slot is free again. */
const UPLOAD_TAKES_SECONDS = 5 * 60;

/** What the owner says about a new voice. */
export interface VoiceDetails {
  title: string;
  description: string;
  avatar: number;
}

/**
 * Promises one upload: takes a slot and answers where to post the file. The voice appears once the file has arrived;
 * an upload that never comes gives its slot back. Throws LIMIT_REACHED.
 */
export async function beginUpload(
  deps: VoiceDeps,
  uid: string,
  details: VoiceDetails,
): Promise<{ voice: VoiceRecord; upload: PresignedUpload }> {
  const taken = new Set((await currentVoices(deps, uid)).map((voice) => voice.slot));
  const voice = await takeSlot(deps, promisedVoice(deps, uid, details), taken);
  const upload = await deps.objects.presignUpload(voice.objectKey, {
    contentType: MP3_TYPES[0],
    maxBytes: MAX_VOICE_BYTES,
    expiresInSeconds: UPLOAD_BEGINS_SECONDS,
  });
  return { voice, upload };
}

function promisedVoice({ clock }: VoiceDeps, uid: string, details: VoiceDetails): VoiceRecord {
  const vid = newId();
  const createdAt = clock.now();
  const uploadUntil = new Date(createdAt.getTime() + (UPLOAD_BEGINS_SECONDS + UPLOAD_TAKES_SECONDS) * 1000);
  return {
    ...details,
    _id: vid,
    userId: uid,
    state: 'pending',
    objectKey: `voices/${uid}/${vid}.mp3`,
    createdAt,
    uploadUntil,
  };
}

/** Stores the voice in the first free slot; the unique index decides between requests at once. */
async function takeSlot(
  { store }: VoiceDeps,
  voice: VoiceRecord,
  taken: ReadonlySet<number | undefined>,
): Promise<VoiceRecord> {
  for (let slot = 0; slot < MAX_VOICES; slot++) {
    if (!taken.has(slot) && (await store.insert({ ...voice, slot }))) return { ...voice, slot };
  }
  throw new AppError(
    'LIMIT_REACHED',
    `You can keep up to ${String(MAX_VOICES)} voices. Delete one to add another.`,
  );
}
