import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLocalCarrier } from '#server/emulators/carrier/carrier.ts';

const CALLBACK_PATH = '/webhooks/carrier/secret';
/** The event with the result of a drop. */
const RESULTS = 'contact.rvm.status';

/** The carrier emulator without Hark, with a receiver that discards its callbacks and signed webhooks. */
export interface BareCarrier {
  baseUrl: string;
  key: string;
  secret: string;
  callbackUrl: string;
  /** Number of received callbacks and signed webhooks. */
  callbacks(): number;
  webhooks(): number;
  stop(): Promise<void>;
}

/** Starts a separate carrier on a data folder, to measure its own throughput. */
export async function startBareCarrier(dataDir: string): Promise<BareCarrier> {
  const { baseUrl, key, secret, release } = await startLocalCarrier({ dataDir });
  let [callbacks, webhooks] = [0, 0];
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      if (req.url === CALLBACK_PATH) callbacks += 1;
      else webhooks += 1;
      res.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const subscribed = await fetch(`${baseUrl}/register/public/webhooks`, {
    method: 'POST',
    headers: { 'x-key': key, 'x-secret': secret, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bare', hook_url: `${origin}/webhooks/carrier`, event_types: [RESULTS] }),
  });
  if (!subscribed.ok) throw new Error(`The carrier responded with ${String(subscribed.status)}`);
  return {
    baseUrl,
    key,
    secret,
    callbackUrl: `${origin}${CALLBACK_PATH}`,
    callbacks: () => callbacks,
    webhooks: () => webhooks,
    async stop() {
      await release();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
