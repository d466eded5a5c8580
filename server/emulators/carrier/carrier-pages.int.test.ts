import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { expect, it } from 'vitest';
import { systemClock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import { localCarrierPages } from './carrier.ts';
import { startLocalCarrier } from './carrier.ts';

const sendErrorStatus: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (error instanceof AppError) res.sendStatus(error.status);
  else next(error);
};

it('the page lists the drops that the carrier received and returns 503 once the carrier has stopped', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-carrier-'));
  const local = await startLocalCarrier({ dataDir });
  const carrier = createDropCowboyCarrier({
    ...local,
    phoneLineId: 'local',
    callbackUrl: 'http://127.0.0.1:9/',
    clock: systemClock,
  });
  const server = express()
    .use('/local', localCarrierPages(local))
    .use(sendErrorStatus)
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/local/carrier/drops`;
  const read = async (query: string): Promise<unknown> => (await fetch(`${page}${query}`)).json();

  const mediaId = await carrier.addMedia({ name: 'Spring', recording: Buffer.from('no text in it') });
  const content = { kind: 'media', mediaId } as const;
  await carrier.place({ attemptId: 'spring-0-1', to: '12025550006', content });
  const drop = {
    attemptId: 'spring-0-1',
    to: '+12025550006',
    audio: mediaId,
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
    outcome: 'busy',
    deliveries: expect.any(Number) as unknown,
  };
  expect(await read('')).toEqual([drop]);
  expect(await read('?phone=12025550006&campaign=spring')).toEqual([drop]);
  expect(await read('?phone=12025550001')).toEqual([]);

  carrier.close();
  await local.release();
  expect((await fetch(page)).status).toBe(503);
  server.close();
  await rm(dataDir, { recursive: true });
});
