import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLocalCarrier } from '#server/local/carrier/carrier.ts';

/** The local carrier without Hark, and somebody who takes its callbacks. */
export interface BareCarrier {
  baseUrl: string;
  key: string;
  secret: string;
  callbackUrl: string;
  /** How many callbacks came. */
  callbacks(): number;
  stop(): Promise<void>;
}

/** Starts a carrier of its own on a data folder, for measures of what it takes by itself. */
export async function startBareCarrier(dataDir: string): Promise<BareCarrier> {
  const { baseUrl, key, secret, release } = await startLocalCarrier({ dataDir });
  let callbacks = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      callbacks += 1;
      res.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    baseUrl,
    key,
    secret,
    callbackUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/webhooks/carrier/secret`,
    callbacks: () => callbacks,
    async stop() {
      await release();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
