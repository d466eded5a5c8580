import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Router } from 'express';
import { z } from 'zod';
import { AppError } from '#server/lib/errors.ts';
import { parseInput } from '#server/trpc/trpc.ts';
import type { LocalCarrier } from './carrier.ts';

const dropsQuery = z.object({
  phone: z.string().max(40).optional(),
  campaign: z.string().max(400).optional(),
});

/** Serves `GET /local/carrier/drops?phone=&campaign=`: the drops that the local carrier received. */
export function localCarrierPages({
  baseUrl,
  key,
  secret,
}: Pick<LocalCarrier, 'baseUrl' | 'key' | 'secret'>): Router {
  const router = Router();
  router.get('/carrier/drops', async (req, res) => {
    const { phone = '', campaign = '' } = parseInput(dropsQuery, req.query);
    const query = new URLSearchParams({
      ...(phone !== '' && { phone }),
      ...(campaign !== '' && { campaign }),
    }).toString();
    const response = await fetch(`${baseUrl}/drops?${query}`, {
      headers: { 'x-key': key, 'x-secret': secret },
    }).catch(() => null);
    if (response?.ok !== true || response.body === null)
      throw new AppError('UNAVAILABLE', 'The local carrier does not answer.');
    res.type('application/json');
    await pipeline(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), res);
  });
  return router;
}
