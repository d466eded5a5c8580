import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { ContactListParser } from './contact-list-parser.ts';

/** As much is parsed without a turn for other requests: some 340 empty contacts, which cost the most. */
const SLICE_BYTES = 1024;
/** Lines are written once there are so many characters of them. */
const FLUSH_LENGTH = 64 * 1024;

/** A JSON body whose contacts lie in the spool folder, a line each. */
export interface SpooledList<Draft> {
  draft: Draft;
  path: string;
  /** Of the contacts: equal content, equal digest. */
  digest: string;
  /** Removes the file. */
  discard(): Promise<void>;
}

/**
 * Reads a JSON object with `contacts` and the fields of `schema`, and writes its contacts to the spool folder as they
 * come in. Throws `AppError`: 400 with the fields named, 413 for more than `maxBytes`. Nothing stays behind then.
 */
export async function receiveList<Draft extends z.ZodObject>(
  req: IncomingMessage,
  spoolDir: string,
  { schema, maxBytes }: { schema: Draft; maxBytes: number },
): Promise<SpooledList<z.output<Draft>>> {
  const path = join(spoolDir, `${newId()}.jsonl`);
  const discard = () => rm(path, { force: true });
  await mkdir(spoolDir, { recursive: true });
  const file = await open(path, 'wx', 0o600);
  try {
    return { ...(await spool(req, file, new ContactListParser(schema), maxBytes)), path, discard };
  } catch (error) {
    // What is still to come is thrown away, so that the answer can be sent.
    req.resume();
    await discard();
    throw error;
  } finally {
    await file.close();
  }
}

async function spool<Draft extends z.ZodObject>(
  req: IncomingMessage,
  file: FileHandle,
  parser: ContactListParser<Draft>,
  maxBytes: number,
): Promise<{ draft: z.output<Draft>; digest: string }> {
  let size = 0;
  for await (const piece of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The body is too large.');
    let lines = '';
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      lines += parser.write(piece.subarray(at, at + SLICE_BYTES));
      await nextTurn();
      if (lines.length < FLUSH_LENGTH) continue;
      await file.appendFile(lines);
      lines = '';
    }
    if (lines !== '') await file.appendFile(lines);
  }
  return parser.end();
}
