import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#server/lib/clock.ts';
import { newId, newSecret } from '#server/lib/ids.ts';
import { readLyrics } from '../speech/id3.ts';
import type { CarrierReadModel } from './read-model.ts';
import { Problem } from './carrier-http.ts';
import type { CarrierLogRecord, MediaLogRecord } from './log-records.ts';

/** Lifetime of a signed upload URL. */
const UPLOAD_LIFETIME_MS = 48 * 3_600_000;
const MAX_FILE_BYTES = 32 * 1024 * 1024;
const TYPES: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', wav: 'audio/wav' };

/** The body of `POST /media/public/media`; only signed uploads are supported. */
export const mediaRequest = z.object({
  name: z.string().min(1).max(255),
  type: z.literal('rvm'),
  signed_upload: z.literal(true),
});

/** An upload to a signed URL. */
export interface UploadedFile {
  id: string;
  format: string;
  expires: string;
  signature: string;
  contentType: string | undefined;
  bytes: AsyncIterable<Buffer>;
}

/** Handles recordings. Everything is durable once a method resolves. */
export interface MediaHandler {
  /** Creates a recording. Returns its id and, per format, the upload path and the required content type. */
  createUpload(
    request: z.infer<typeof mediaRequest>,
  ): Promise<{ id: string; uploads: Record<string, { path: string; contentType: string }> }>;
  /** Stores a file. Throws `Problem` 403 if the URL is not valid for it or has expired, 413 if it is too large. */
  receive(file: UploadedFile): Promise<void>;
  /** Marks a recording as ready. Returns false if no file was uploaded; throws `Problem` 404 for an unknown id. */
  complete(id: string): Promise<boolean>;
}

/** Creates the handler: files are stored in `folder`, metadata in the journal. */
export function createMediaHandler(deps: {
  folder: string;
  readModel: CarrierReadModel;
  clock: Clock;
  write(record: CarrierLogRecord): Promise<void>;
  flush(): Promise<void>;
}): MediaHandler {
  const { folder, readModel, clock, write, flush } = deps;
  return {
    async createUpload({ name }) {
      const at = clock.now().getTime();
      const record = { type: 'media', id: newId(), at, name, secret: newSecret() } as const;
      await write(record);
      const expires = String(at + UPLOAD_LIFETIME_MS);
      const uploads = Object.entries(TYPES).map(([format, contentType]) => {
        const query = new URLSearchParams({ expires, signature: signatureOf(record, { format, expires }) });
        return [
          format,
          { path: `/uploads/${record.id}.${format}?${query.toString()}`, contentType },
        ] as const;
      });
      return { id: record.id, uploads: Object.fromEntries(uploads) };
    },
    async receive(file) {
      const media = readModel.media(file.id);
      if (media === undefined || !isAllowed(media, file, clock.now()))
        throw new Problem(403, 'Access Denied');
      await writeAtomically(folder, `${file.id}.${file.format}`, file.bytes);
    },
    async complete(id) {
      const media = readModel.media(id);
      if (media === undefined) throw new Problem(404, 'Not Found');
      if (media.ready) await flush();
      else {
        const path = await findFile(folder, id);
        if (path === undefined) return false;
        const text = readLyrics(await readFile(path));
        await write({ type: 'ready', id, ...(text !== undefined && { text }) });
      }
      return true;
    },
  };
}

function isAllowed(media: MediaLogRecord, file: UploadedFile, now: Date): boolean {
  const expected = Buffer.from(signatureOf(media, file));
  const given = Buffer.from(file.signature);
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    file.contentType === TYPES[file.format] &&
    Number(file.expires) > now.getTime()
  );
}

function signatureOf(
  { secret }: MediaLogRecord,
  { format, expires }: { format: string; expires: string },
): string {
  return createHmac('sha256', secret).update(`${format} ${expires}`).digest('base64url');
}

/** Writes a file atomically and durably. */
async function writeAtomically(folder: string, name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${newId()}`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > MAX_FILE_BYTES) throw new Problem(413, 'Payload Too Large');
      await file.appendFile(chunk);
    }
    await file.sync();
    await rename(temporary, join(folder, name));
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

async function findFile(folder: string, id: string): Promise<string | undefined> {
  for (const format of Object.keys(TYPES)) {
    const path = join(folder, `${id}.${format}`);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.size > 0) return path;
  }
  return undefined;
}
