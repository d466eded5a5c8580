import { MAX_OPEN_UPLOADS } from '#shared/quotas.ts';
import { MAX_VOICE_BYTES, MAX_VOICES, MP3_TYPES } from '#shared/voice-rules.ts';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
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
 * Promises one upload: takes a slot and returns where to post the file. The voice appears once the file has arrived;
 * an upload that never comes releases its slot. Throws LIMIT_REACHED.
 */
export async function beginUpload(
  deps: VoiceDeps,
  uid: string,
  details: VoiceDetails,
): Promise<{ voice: VoiceRecord; upload: PresignedUpload }> {
  // Uploads that have expired release their slots here.
  await currentVoices(deps, uid);
  const { uploadKey, ...voice } = promisedVoice(deps, uid, details);
  const promised = await takePlaces(deps, { ...voice, uploadKey });
  const upload = await deps.objects.presignUpload(uploadKey, {
    contentType: MP3_TYPES[0],
    maxBytes: MAX_VOICE_BYTES,
    expiresInSeconds: UPLOAD_BEGINS_SECONDS,
  });
  return { voice: promised, upload };
}

function promisedVoice(
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
 * Stores the voice in the first free slot with the first free ticket; the unique indexes decide between requests at
 * once. Every collision means that another request took a ticket, of which there are few: the loop ends.
 */
async function takePlaces({ store, forms, clock }: VoiceDeps, voice: VoiceRecord): Promise<VoiceRecord> {
  for (;;) {
    const { slots, tickets } = await forms.placesTaken(voice.userId, clock.now());
    const slot = firstFree(MAX_VOICES, slots);
    const ticket = firstFree(MAX_OPEN_UPLOADS, tickets);
    if (slot === undefined) throw limitReached(TOO_MANY_VOICES);
    if (ticket === undefined) throw limitReached(TOO_MANY_UPLOADS);
    const placed = { ...voice, slot, ticket };
    if (await store.insert(placed)) return placed;
  }
}

function firstFree(count: number, taken: ReadonlySet<number>): number | undefined {
  for (let place = 0; place < count; place++) if (!taken.has(place)) return place;
  return undefined;
}

const TOO_MANY_VOICES = `You can keep up to ${String(MAX_VOICES)} voices. Delete one to add another.`;
const TOO_MANY_UPLOADS = `You can begin up to ${String(MAX_OPEN_UPLOADS)} uploads in ten minutes. Please try again later.`;

function limitReached(text: string): AppError {
  return new AppError('LIMIT_REACHED', text);
}
