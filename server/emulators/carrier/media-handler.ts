import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#server/lib/clock.ts';
import { newId, newSecret } from '#server/lib/ids.ts';
import { readSpokenText } from '../speech/id3-text.ts';
import type { CarrierReadModel } from './read-model.ts';
import { Problem } from './carrier-http.ts';
import type { CarrierLogRecord, MediaLogRecord } from './log-records.ts';

/** How long a signed address takes a file. */
const UPLOAD_LIFETIME_MS = 48 * 3_600_000;
const MAX_FILE_BYTES = 32 * 1024 * 1024;
const TYPES: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', wav: 'audio/wav' };

/** The body of `POST /media/public/media`; only signed uploads are offered here. */
export const mediaRequest = z.object({
  name: z.string().min(1).max(255),
  type: z.literal('rvm'),
  signed_upload: z.literal(true),
});

/** A file on its way to a signed address. */
export interface UploadedFile {
  id: string;
  format: string;
  expires: string;
  signature: string;
  contentType: string | undefined;
  bytes: AsyncIterable<Buffer>;
}

/** Where recordings are taken. Everything it answered is on the disk. */
export interface MediaHandler {
  /** Answers an id and, for each format, the path that takes its file and the content type that it must have. */
  offer(
    request: z.infer<typeof mediaRequest>,
  ): Promise<{ id: string; uploads: Record<string, { path: string; contentType: string }> }>;
  /** Takes a file; throws `Problem` 403 where the address was not signed for it or has expired, 413. */
  receive(file: UploadedFile): Promise<void>;
  /** Makes a recording ready to be sent; answers whether there is one. Throws `Problem` 404 for an unknown id. */
  complete(id: string): Promise<boolean>;
}

/** The recordings of the local carrier: files in `folder`, the facts in its record (design §5). */
export function createMediaHandler(deps: {
  folder: string;
  book: CarrierReadModel;
  clock: Clock;
  write(line: CarrierLogRecord): Promise<void>;
  settled(): Promise<void>;
}): MediaHandler {
  const { folder, book, clock, write, settled } = deps;
  return {
    async offer({ name }) {
      const at = clock.now().getTime();
      const line = { type: 'media', id: newId(), at, name, secret: newSecret() } as const;
      await write(line);
      const expires = String(at + UPLOAD_LIFETIME_MS);
      const uploads = Object.entries(TYPES).map(([format, contentType]) => {
        const query = new URLSearchParams({ expires, signature: signatureOf(line, { format, expires }) });
        return [format, { path: `/uploads/${line.id}.${format}?${query.toString()}`, contentType }] as const;
      });
      return { id: line.id, uploads: Object.fromEntries(uploads) };
    },
    async receive(file) {
      const media = book.media(file.id);
      if (media === undefined || !isAllowed(media, file, clock.now()))
        throw new Problem(403, 'Access Denied');
      await writeWhole(folder, `${file.id}.${file.format}`, file.bytes);
    },
    async complete(id) {
      const media = book.media(id);
      if (media === undefined) throw new Problem(404, 'Not Found');
      if (media.ready) await settled();
      else {
        const path = await findFile(folder, id);
        if (path === undefined) return false;
        const text = readSpokenText(await readFile(path));
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

/** Writes a file that appears whole or not at all, and is on the disk when this resolves. */
async function writeWhole(folder: string, name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
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
