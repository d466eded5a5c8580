import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import { compose, type Composition } from './index.ts';
import { connectDatabase } from './database/database.ts';
import { parseEnv } from '#server/app/env/env.ts';
import { listen, urlOf, type Listener } from '#server/platform/http/listen.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { unusedDatabaseUri } from '#server/testing/database/mongo.ts';

const PATIENT = { timeout: 20_000, interval: 50 };

let dataDir: string;
let mongodbUri: URL;
let listener: Listener;
let composition: Composition;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hark-'));
  mongodbUri = unusedDatabaseUri('hark');
  listener = await listen(0, '127.0.0.1');
  url = urlOf('127.0.0.1', listener.port);
  const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, MONGODB_URI: mongodbUri.href });
  composition = await compose({
    env,
    clock: adjustableClock(),
    baseUrl: url,
    ownUrl: url,
    log: createLogger('silent'),
  });
  listener.serve(composition.app);
});

afterAll(async () => {
  await listener.close();
  await composition.close();
  const connection = await connectDatabase(mongodbUri.href);
  await connection.dropDatabase();
  await connection.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('the carrier signing secrets are known before the first webhook is served', async () => {
  const response = await fetch(`${url}/webhooks/carrier`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': String(Math.floor(Date.now() / 1_000)),
      'x-signature': 'sha256=00',
    },
    body: '{}',
  });
  expect(response.status).toBe(401);
});

it('a process removes expired previews, and its worker sweeps the object store', async () => {
  const connection = await connectDatabase(mongodbUri.href);
  const previews = connection.collection<{ _id: string }>('previews');
  const expired = { userId: 'u', voiceId: 'v', state: 'ready', attempts: 1, dueAt: new Date(0) };
  await previews.insertOne({ _id: '0'.repeat(64), ...expired });
  composition.startRecurring();
  await composition.startWorker();
  await expect.poll(() => previews.countDocuments(), PATIENT).toBe(0);
  const sweeps = connection.collection('object_sweeps');
  await expect.poll(() => sweeps.countDocuments(), PATIENT).toBe(1);
  await composition.stopWorker();
  await connection.close();
});
