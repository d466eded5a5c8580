import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import { OWNER_KEY } from '#server/features/account/retention/store-owner.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { NO_JOBS } from '#server/testing/fakes/no-jobs.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { composeTestFeatures, PUBLIC_URL } from '#server/testing/system/test-features.ts';
import { BUSY } from '#server/testing/system/test-system.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'hark-retention-'));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

test('the sweep of the object store knows the objects of each feature', async () => {
  const clock = createTestClock(new Date());
  const objects = await createLocalObjects({ folder, publicUrl: PUBLIC_URL, clock });
  const account = { key: 'key', secret: 'secret', phoneLineId: 'line', callbackUrl: PUBLIC_URL };
  const carrier = createDropCowboyCarrier({ ...account, clock });
  const { retention } = composeTestFeatures(database.connection, {
    clock,
    providers: { objects, speech: createLocalSpeech(), carrier, mailer: { send: () => Promise.resolve() } },
    overrides: { jobs: () => NO_JOBS, billing: () => ({}) as never },
  });
  const [id, hash] = [newId(), '1'.repeat(64)];
  for (const key of [`previews/u/${hash}.mp3`, `speech/${hash}.mp3`, `uploads/u/${id}.mp3`])
    await objects.store.put(key, Buffer.from('x'), 'audio/mpeg');
  await objects.store.put(`voices/u/${id}-${'a'.repeat(32)}.mp3`, Buffer.from('x'), 'audio/mpeg');
  await objects.store.put(`exports/u/${id}/hark-data.zip`, Buffer.from('x'), 'application/zip');
  for (const _day of [1, 2]) {
    await retention.sweep(BUSY);
    clock.advance(25 * 3_600_000);
  }
  expect((await objects.store.list('')).map(({ key }) => key)).toEqual([OWNER_KEY]);
  carrier.close();
});
