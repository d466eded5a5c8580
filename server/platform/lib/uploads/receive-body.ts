import type { IncomingMessage } from 'node:http';
import { AppError, requestAborted } from '#server/platform/lib/errors.ts';
import { limitBytes, refuseLarger } from './limit-bytes.ts';
import type { Spool, SpooledFile } from './spool.ts';

/**
 * Streams a body of up to `maxBytes` to the spool folder, so that a slow sender takes no memory. Throws `AppError`
 * PAYLOAD_TOO_LARGE above the limit, UNAVAILABLE on a disk error, INVALID_INPUT if the client is gone, after removing the file.
 */
export async function receiveBody(
  req: IncomingMessage,
  { create }: Spool,
  maxBytes: number,
): Promise<SpooledFile> {
  refuseLarger(req, maxBytes, maxBytes);
  const { path, discard } = await create('csv', async (file) => {
    try {
      for await (const chunk of limitBytes(req, maxBytes, maxBytes)) await file.write(chunk);
    } catch (error) {
      // Discard the rest of the body, so that the response can be sent.
      req.resume();
      throw error instanceof AppError || req.complete ? error : requestAborted();
    }
  });
  return { path, discard };
}
