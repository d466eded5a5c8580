import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Router } from 'express';
import { z } from 'zod';
import { AppError } from '#server/platform/lib/errors.ts';
import { parseInput } from '#server/platform/trpc/invalid-input.ts';
import { attachSidecar } from '../process/sidecar.ts';
import { LOCAL_CREDENTIALS } from './drop-handler.ts';
import { settingsArgument, type CarrierSettings } from './carrier-settings.ts';

export interface LocalCarrierOptions {
  /** DATA_DIR: the journal is in `carrier/`, the address in `carrier.uri`. */
  dataDir: string;
  reportDelay?: CarrierSettings['reportDelay'];
  onRestart?: () => void;
  onLost?: (error: Error) => void;
}

/** Address and credentials of the local carrier. */
export interface LocalCarrier {
  baseUrl: string;
  key: string;
  secret: string;
  release(): Promise<void>;
}

/**
 * Attaches to the carrier emulator of a data folder, starting it if necessary: a process that implements Drop Cowboy's
 * HTTP API and keeps a durable journal of its calls. Delays are milliseconds.
 */
export async function startLocalCarrier({
  reportDelay = { min: 50, max: 300 },
  ...options
}: LocalCarrierOptions): Promise<LocalCarrier> {
  const { address, release } = await attachSidecar({
    ...options,
    name: 'carrier',
    entry: 'emulators/carrier/carrier-child',
    args: [settingsArgument({ reportDelay })],
  });
  return { baseUrl: address, ...LOCAL_CREDENTIALS, release };
}

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
      throw new AppError('UNAVAILABLE', 'The local carrier does not respond.');
    res.type('application/json');
    await pipeline(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), res);
  });
  return router;
}
