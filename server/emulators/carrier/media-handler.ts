import { createHmac } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#server/platform/lib/clock.ts';
import { newId, newSecret } from '#server/platform/lib/secrets/ids.ts';
import { equalSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { readLyrics } from '../speech/id3.ts';
import { writeDurably } from '../storage/durable-file.ts';
import { Problem } from './carrier-http.ts';
import type { MediaLogRecord } from './log-records.ts';
import type { CarrierLog, MediaEntry } from './read-model.ts';

/** Lifetime of a signed upload URL. */
const UPLOAD_LIFETIME_MS = 48 * 3_600_000;
const MAX_FILE_BYTES = 32 * 1024 * 1024;
const CONTENT_TYPE = 'audio/mpeg';

/** The body of `POST /media/public/media`; only signed uploads are supported. */
export const mediaRequest = z.object({
  name: z.string().min(1).max(255),
  type: z.literal('rvm'),
  signed_upload: z.literal(true),
});

/** An upload to a signed URL. */
export interface UploadedFile {
  id: string;
  expires: string;
  signature: string;
  contentType: string | undefined;
  bytes: AsyncIterable<Buffer>;
}

/** Handles recordings. Everything is durable once a method resolves. */
export interface MediaHandler {
  /** Creates a recording. Returns its id, the upload path and the required content type. */
  createUpload(
    request: z.infer<typeof mediaRequest>,
  ): Promise<{ id: string; path: string; contentType: string }>;
  /** Stores a file. Throws `Problem` 403 if the URL is not valid for it or has expired, 413 if it is too large. */
  receive(file: UploadedFile): Promise<void>;
  /** Marks a recording as ready. Returns false if no file was uploaded; throws `Problem` 404 for an unknown id. */
  complete(id: string): Promise<boolean>;
  /** Deletes a recording; drops cannot play it any more. Throws `Problem` 404 for an unknown or deleted id. */
  remove(id: string): Promise<void>;
}

/** Creates the handler: files are stored in `folder`, metadata in the journal. */
export function createMediaHandler({
  folder,
  readModel,
  clock,
  write,
  flush,
}: CarrierLog & { folder: string; clock: Clock }): MediaHandler {
  const pathOf = (id: string) => join(folder, `${id}.mp3`);

  function existing(id: string): MediaEntry | undefined {
    const media = readModel.media(id);
    return media?.deleted === true ? undefined : media;
  }

  return {
    async createUpload({ name }) {
      const at = clock.now().getTime();
      const record = { type: 'media', id: newId(), at, name, secret: newSecret() } as const;
      await write(record);
      const expires = String(at + UPLOAD_LIFETIME_MS);
      const query = new URLSearchParams({ expires, signature: signatureOf(record, expires) });
      return {
        id: record.id,
        path: `/uploads/${record.id}.mp3?${query.toString()}`,
        contentType: CONTENT_TYPE,
      };
    },
    async receive(file) {
      const media = existing(file.id);
      if (media === undefined || !isAllowed(media, file, clock.now()))
        throw new Problem(403, 'Access Denied');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeDurably({
        path: pathOf(file.id),
        temporary: join(folder, `.${newId()}`),
        bytes: file.bytes,
        maxBytes: MAX_FILE_BYTES,
        tooLarge: () => new Problem(413, 'Payload Too Large'),
        root: folder,
        mode: 0o600,
      });
    },
    async complete(id) {
      const media = existing(id);
      if (media === undefined) throw new Problem(404, 'Not Found');
      if (media.ready) await flush();
      else {
        const recording = await readFile(pathOf(id)).catch(() => undefined);
        if (recording === undefined || recording.length === 0) return false;
        const text = readLyrics(recording);
        await write({ type: 'ready', id, ...(text !== undefined && { text }) });
      }
      return true;
    },
    async remove(id) {
      if (existing(id) === undefined) throw new Problem(404, 'Not Found');
      await write({ type: 'media-deleted', id });
      await rm(pathOf(id), { force: true });
    },
  };
}

function isAllowed(media: MediaLogRecord, file: UploadedFile, now: Date): boolean {
  return (
    equalSecrets(file.signature, signatureOf(media, file.expires)) &&
    file.contentType === CONTENT_TYPE &&
    Number(file.expires) > now.getTime()
  );
}

function signatureOf({ secret }: MediaLogRecord, expires: string): string {
  return createHmac('sha256', secret).update(`mp3 ${expires}`).digest('base64url');
}
