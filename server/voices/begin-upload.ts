import { MAX_OPEN_UPLOADS } from '#shared/limits.ts';
import { MAX_VOICE_BYTES, MAX_VOICES, MP3_TYPES } from '#shared/voice-rules.ts';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import type { PresignedUpload } from '#server/providers/objects/port.ts';
import type { VoiceDeps } from './voice-deps.ts';
import { currentVoices } from './library.ts';
import type { VoiceRecord } from './voice-store.ts';

/** How long a presigned form is valid. */
export const UPLOAD_BEGINS_SECONDS = 5 * 60;
/** Additional time for an upload in progress, before its slot is freed. */
const UPLOAD_TAKES_SECONDS = 5 * 60;

/** Metadata of a new voice. */
type VoiceDetails = Pick<VoiceRecord, 'title' | 'description' | 'avatar'>;

/**
 * Reserves a slot for one upload and returns the presigned form. The voice becomes active once the file has arrived; an
 * upload that never arrives frees its slot. Throws LIMIT_REACHED.
 */
export async function beginUpload(
  deps: VoiceDeps,
  uid: string,
  details: VoiceDetails,
): Promise<{ voice: VoiceRecord; upload: PresignedUpload }> {
  // Frees the slots of expired uploads.
  await currentVoices(deps, uid);
  const { uploadKey, ...voice } = newPendingVoice(deps, uid, details);
  const pending = await insertInFreeSlot(deps, { ...voice, uploadKey });
  const upload = await deps.objects.presignUpload(uploadKey, {
    contentType: MP3_TYPES[0],
    maxBytes: MAX_VOICE_BYTES,
    expiresInSeconds: UPLOAD_BEGINS_SECONDS,
  });
  return { voice: pending, upload };
}

function newPendingVoice(
  { clock }: VoiceDeps,
  uid: string,
  details: VoiceDetails,
): VoiceRecord & { uploadKey: string } {
  const vid = newId();
  const createdAt = clock.now();
  const uploadUntil = new Date(createdAt.getTime() + (UPLOAD_BEGINS_SECONDS + UPLOAD_TAKES_SECONDS) * 1000);
  return {
    ...details,
    _id: vid,
    userId: uid,
    state: 'pending',
    uploadKey: `uploads/${uid}/${vid}.mp3`,
    createdAt,
    uploadUntil,
  };
}

/**
 * Stores the voice with the first free slot and ticket; unique indexes arbitrate between concurrent requests. The loop
 * terminates: each collision means another request took one of a limited number of tickets.
 */
async function insertInFreeSlot(
  { store, forms, clock }: VoiceDeps,
  voice: VoiceRecord,
): Promise<VoiceRecord> {
  for (;;) {
    const { slots, tickets } = await forms.slotsInUse(voice.userId, clock.now());
    const slot = firstFree(MAX_VOICES, slots);
    const ticket = firstFree(MAX_OPEN_UPLOADS, tickets);
    if (slot === undefined) throw limitReached(TOO_MANY_VOICES);
    if (ticket === undefined) throw limitReached(TOO_MANY_UPLOADS);
    const reserved = { ...voice, slot, ticket };
    if (await store.insert(reserved)) return reserved;
  }
}

function firstFree(count: number, taken: ReadonlySet<number>): number | undefined {
  for (let index = 0; index < count; index++) if (!taken.has(index)) return index;
  return undefined;
}

const TOO_MANY_VOICES = `You can keep up to ${String(MAX_VOICES)} voices. Delete one to add another.`;
const TOO_MANY_UPLOADS = `You can begin up to ${String(MAX_OPEN_UPLOADS)} uploads in ten minutes. Please try again later.`;

function limitReached(text: string): AppError {
  return new AppError('LIMIT_REACHED', text);
}
