import type { IncomingMessage } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { z } from 'zod';
import { AppError } from '#server/platform/lib/errors.ts';
import type { ListIdentity } from './contact-source.ts';
import { ContactListParser } from './contact-list-parser.ts';
import type { Spool, SpooledFile, SpoolFile } from '#server/platform/lib/uploads/spool.ts';

/** Bytes parsed before yielding to other requests: at most 340 empty contacts, the most expensive input. */
const SLICE_BYTES = 1024;
/** Characters buffered before a write. */
const FLUSH_LENGTH = 64 * 1024;

/** A JSON body whose contacts are in a spool file, one per line. */
export interface SpooledList<Draft> extends ListIdentity, SpooledFile {
  draft: Draft;
}

/**
 * Reads a JSON object with `contacts` and the fields of `schema`, beside those of the query, and streams its contacts to a spool file. Throws
 * `AppError` INVALID_INPUT with field names or PAYLOAD_TOO_LARGE above `maxBytes`, or as `Spool.create`, after removing the file.
 */
export async function receiveList<Draft extends z.ZodObject>(
  req: IncomingMessage,
  { create }: Spool,
  { schema, maxBytes, query = {} }: { schema: Draft; maxBytes: number; query?: Record<string, unknown> },
): Promise<SpooledList<z.output<Draft>>> {
  try {
    const parser = new ContactListParser(schema, query);
    const { result, ...spooled } = await create('jsonl', (file) => spool(req, file, parser, maxBytes));
    return { ...result, ...spooled };
  } catch (error) {
    // Discard the rest of the body, so that the response can be sent.
    req.resume();
    throw error;
  }
}

async function spool<Draft extends z.ZodObject>(
  req: IncomingMessage,
  file: SpoolFile,
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
      await file.write(lines);
      lines = '';
    }
    if (lines !== '') await file.write(lines);
  }
  if (parser.isTooLong) throw new AppError('PAYLOAD_TOO_LARGE', 'The body has a text that is too large.');
  return parser.end();
}
