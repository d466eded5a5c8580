import { createHash } from 'node:crypto';
import { MAX_VOICE_BYTES, MP3_TYPES, recordingProblem } from '#shared/voices/voice-rules.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-store.ts';

/**
 * Checks a pending upload: activates the voice, or deletes it if the file is not an MP3 or did not arrive in time.
 * Idempotent and safe to run concurrently.
 */
export async function settleUpload(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const { objects, store, clock, singleFlight } = deps;
  const { _id: vid, uploadKey = '' } = voice;
  const arrived = await objects.stat(uploadKey);
  if (arrived === undefined) {
    if (voice.uploadUntil <= clock.now()) await store.transition(vid, 'pending', 'deleted');
    return;
  }
  // A form has the object store enforce both; a URL of which the size was not known does not.
  const rejection =
    arrived.size > MAX_VOICE_BYTES
      ? TOO_LARGE
      : isMp3Type(arrived.contentType)
        ? undefined
        : 'Only MP3 files are supported';
  if (rejection !== undefined) {
    await store.transition(vid, 'pending', 'deleted', { rejection });
    return;
  }
  await singleFlight(vid, () => checkRecording(deps, voice));
}

function isMp3Type(type: string): boolean {
  return MP3_TYPES.some((known) => known === type.toLowerCase());
}

const TOO_LARGE = 'The file is larger than 10MB.';

/** Reads the whole file; runs in single flight so that concurrent requests do not fill memory with copies. */
async function checkRecording(deps: VoiceDeps, voice: VoiceRecord): Promise<void> {
  const { objects, store } = deps;
  const { _id: vid, uploadKey = '' } = voice;
  const content = await objects.stream(uploadKey);
  // Another process has handled the upload.
  if (content === undefined) return;
  const bytes = await readRecording(content);
  const rejection = bytes === undefined ? TOO_LARGE : recordingProblem(bytes);
  if (bytes !== undefined && rejection === undefined) await accept(deps, voice, bytes);
  else await store.transition(vid, 'pending', 'deleted', { rejection });
}

/** Returns the bytes of a file; undefined beyond the largest size: it may have been put again since its size was read. */
async function readRecording(content: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > MAX_VOICE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Activates the voice with a copy of the bytes that were checked, since the form can be posted again. The copy is named
 * by content hash, so that concurrent acceptances of different bytes do not overwrite each other.
 */
async function accept(
  { objects, store, clock, jobs }: VoiceDeps,
  { _id: vid, userId, uploadKey = '' }: VoiceRecord,
  bytes: Buffer,
): Promise<void> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const objectKey = `voices/${userId}/${vid}-${digest}.mp3`;
  await objects.put(objectKey, bytes, 'audio/mpeg');
  const clone = { count: 0, dueAt: clock.now() };
  const accepted = await store.transition(vid, 'pending', 'active', { objectKey, clone });
  if (accepted !== undefined) await jobs.advance(vid);
  if (accepted === undefined && (await store.byId(vid))?.objectKey !== objectKey)
    await objects.delete(objectKey);
  await objects.delete(uploadKey);
}
