import { z } from 'zod';
import { MINUTE_MS } from '#shared/time-units.ts';
import { MAX_OPEN_UPLOADS } from '#shared/limits.ts';
import { MAX_VOICE_BYTES, MAX_VOICES, MP3_TYPES } from '#shared/voices/voice-rules.ts';
import { uploadAudioOutput } from '#shared/schemas/voices.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { attemptWith } from '#server/platform/idempotency/idempotent.ts';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import type { UploadedFile } from '#server/providers/objects/port.ts';
import type { VoiceDeps } from './voice-deps.ts';
import { currentVoices } from './library.ts';
import type { VoiceRecord } from './voice-store.ts';

/** How long a presigned form is valid. */
const UPLOAD_BEGINS_SECONDS = 5 * 60;
/** Additional time for an upload in progress, before its slot is freed. */
const UPLOAD_TAKES_SECONDS = 5 * 60;

type BegunUpload = z.infer<typeof uploadAudioOutput>;
/** Metadata of a new voice. */
type VoiceDetails = Pick<VoiceRecord, 'title' | 'description' | 'avatar'>;

/**
 * Reserves a slot for one upload, once per `Idempotency-Key`, and returns the presigned form. The voice becomes active once
 * the file has arrived; an upload that never arrives frees its slot. Throws LIMIT_REACHED.
 */
export function beginUploadOnce(
  deps: VoiceDeps,
  call: IdempotentCall & { user: { uid: string } },
  details: VoiceDetails,
  file: UploadedFile,
): Promise<BegunUpload> {
  const { uid } = call.user;
  return runIdempotentCall(deps, call, {
    idsSchema: z.object({ vid: z.string() }),
    resultSchema: uploadAudioOutput,
    ids: { vid: newId() },
    perform: ({ vid }) => begin(deps, uid, vid, details, file),
    lookup: async ({ vid }) => {
      const voice = await deps.store.byId(vid);
      return attemptWith(voice && (await formOf(deps, voice, file)));
    },
  });
}

async function begin(
  deps: VoiceDeps,
  uid: string,
  vid: string,
  details: VoiceDetails,
  file: UploadedFile,
): Promise<BegunUpload> {
  // Frees the slots of expired uploads.
  await currentVoices(deps, uid);
  return formOf(deps, await insertInFreeSlot(deps, newPendingVoice(deps, uid, vid, details)), file);
}

/** Returns the form of an upload. It expires when the first form of this upload does. */
async function formOf(
  { objects, clock }: VoiceDeps,
  { _id: vid, userId, createdAt }: VoiceRecord,
  file: UploadedFile,
): Promise<BegunUpload> {
  const passed = Math.floor((clock.now().getTime() - createdAt.getTime()) / 1000);
  const expiresInSeconds = Math.max(1, UPLOAD_BEGINS_SECONDS - passed);
  const message = await objects.presignUpload(uploadKeyOf(userId, vid), {
    contentType: MP3_TYPES[0],
    maxBytes: MAX_VOICE_BYTES,
    file,
    expiresInSeconds,
  });
  return { message, vid, expires_in: expiresInSeconds };
}

function uploadKeyOf(uid: string, vid: string): string {
  return `uploads/${uid}/${vid}.mp3`;
}

function newPendingVoice({ clock }: VoiceDeps, uid: string, vid: string, details: VoiceDetails): VoiceRecord {
  const createdAt = clock.now();
  const uploadUntil = new Date(createdAt.getTime() + (UPLOAD_BEGINS_SECONDS + UPLOAD_TAKES_SECONDS) * 1000);
  return {
    ...details,
    _id: vid,
    userId: uid,
    state: 'pending',
    uploadKey: uploadKeyOf(uid, vid),
    createdAt,
    uploadUntil,
  };
}

/**
 * Stores the voice with the first free slot and ticket, unless it is stored already; unique indexes arbitrate between
 * concurrent requests. The loop terminates: each collision means another request took one of a limited number of tickets.
 */
async function insertInFreeSlot(deps: VoiceDeps, voice: VoiceRecord): Promise<VoiceRecord> {
  const { store, forms, clock } = deps;
  for (;;) {
    const { slots, tickets } = await forms.slotsInUse(voice.userId, clock.now());
    const slot = firstFree(MAX_VOICES, slots);
    const ticket = firstFree(MAX_OPEN_UPLOADS, tickets);
    if (slot === undefined) throw limitReached(await noFreeSlot(deps, voice.userId));
    if (ticket === undefined) throw limitReached(TOO_MANY_UPLOADS);
    const reserved = { ...voice, slot, ticket };
    if (await store.insert(reserved)) return reserved;
    const stored = await store.byId(voice._id);
    if (stored !== undefined) return stored;
  }
}

function firstFree(count: number, taken: ReadonlySet<number>): number | undefined {
  for (let index = 0; index < count; index++) if (!taken.has(index)) return index;
  return undefined;
}

const MAX_TEXT = `You can keep up to ${String(MAX_VOICES)} voices.`;
const TOO_MANY_UPLOADS = `You can begin up to ${String(MAX_OPEN_UPLOADS)} uploads in ten minutes. Please try again later.`;

/** Says why no slot is free: an upload that has begun holds one until it arrives, is cancelled or expires. */
async function noFreeSlot({ store, clock }: VoiceDeps, uid: string): Promise<string> {
  const open = (await store.holdingSlots(uid)).filter(({ state }) => state === 'pending');
  if (open.length === 0) return `${MAX_TEXT} Delete one to add another.`;
  const first = Math.min(...open.map(({ uploadUntil }) => uploadUntil.getTime()));
  const minutes = Math.max(1, Math.ceil((first - clock.now().getTime()) / MINUTE_MS));
  const left = minutes === 1 ? '1 minute left' : `${String(minutes)} minutes left`;
  return `An upload of yours is still open (${left}). ${MAX_TEXT}`;
}

function limitReached(text: string): AppError {
  return new AppError('LIMIT_REACHED', text);
}
