import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { z } from 'zod';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/secrets/ids.ts';
import type { ListIdentity } from './contact-source.ts';
import { ContactListParser } from './contact-list-parser.ts';

/** Bytes parsed before yielding to other requests: at most 340 empty contacts, the most expensive input. */
const SLICE_BYTES = 1024;
/** Characters buffered before a write. */
const FLUSH_LENGTH = 64 * 1024;

/** A JSON body whose contacts are in a spool file, one per line. */
export interface SpooledList<Draft> extends ListIdentity {
  draft: Draft;
  path: string;
  /** Removes the file. */
  discard(): Promise<void>;
}

/**
 * Reads a JSON object with `contacts` and the fields of `schema`, beside those of the query, and streams its contacts to a spool file. Throws
 * `AppError` INVALID_INPUT with field names or PAYLOAD_TOO_LARGE above `maxBytes`, after removing the file.
 */
export async function receiveList<Draft extends z.ZodObject>(
  req: IncomingMessage,
  spoolDir: string,
  { schema, maxBytes, query = {} }: { schema: Draft; maxBytes: number; query?: Record<string, unknown> },
): Promise<SpooledList<z.output<Draft>>> {
  const path = join(spoolDir, `${newId()}.jsonl`);
  const discard = () => rm(path, { force: true });
  await mkdir(spoolDir, { recursive: true });
  const file = await open(path, 'wx', 0o600);
  try {
    return { ...(await spool(req, file, new ContactListParser(schema, query), maxBytes)), path, discard };
  } catch (error) {
    // Discard the rest of the body, so that the response can be sent.
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
): Promise<{ draft: z.output<Draft> } & ListIdentity> {
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The body is too large.');
    // Most clients read no response before they have sent the body.
    if (parser.isTooLong) continue;
    let lines = '';
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      lines += parser.write(chunk.subarray(at, at + SLICE_BYTES));
      await yieldToEventLoop();
      if (lines.length < FLUSH_LENGTH) continue;
      await file.appendFile(lines);
      lines = '';
    }
    if (lines !== '') await file.appendFile(lines);
  }
  if (parser.isTooLong) throw new AppError('PAYLOAD_TOO_LARGE', 'The body has a text that is too large.');
  return parser.end();
}
