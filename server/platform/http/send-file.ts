import type { Response } from 'express';
import { once } from 'node:events';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { FileDownload, RestRoute } from '#server/platform/trpc/trpc.ts';

/** A connection that takes nothing for this long is closed. */
const STALLED_MS = MINUTE_MS;

/** Runs a part of the work once it is its turn. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Returns a signal that is aborted when the client disconnects before the end of the response. */
export function signalOf(res: Response): AbortSignal {
  const gone = new AbortController();
  const abort = () => {
    if (!res.writableFinished) gone.abort();
  };
  if (res.destroyed) abort();
  else res.once('close', abort);
  return gone.signal;
}

/**
 * Sends a file, reading each part in its turn and no faster than the client takes them; other requests run in between. Ends
 * the reading, without an error, when the client is gone.
 */
export async function sendFile(
  res: Response,
  { file = 'text/csv' }: Pick<RestRoute, 'file'>,
  { name, content }: FileDownload,
  { part, signal }: { part: Turn; signal: AbortSignal },
): Promise<void> {
  const parts = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await part(() => parts.next());
      if (next.done === true) break;
      if (!res.headersSent) res.attachment(name).type(file);
      if (res.req.method === 'HEAD') break;
      if (!res.write(next.value)) await drained(res, signal);
      await yieldToEventLoop();
    }
    res.end();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await parts.return?.();
  }
}

/** Waits until the client has taken what was written. Throws when it is gone; a stalled one is disconnected. */
async function drained(res: Response, signal: AbortSignal): Promise<void> {
  const stalled = AbortSignal.timeout(STALLED_MS);
  try {
    await once(res, 'drain', { signal: AbortSignal.any([signal, stalled]) });
  } catch (error) {
    res.destroy();
    throw error;
  }
}
