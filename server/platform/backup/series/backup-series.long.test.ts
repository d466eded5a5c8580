import { CreateBucketCommand, PutObjectLockConfigurationCommand } from '@aws-sdk/client-s3';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBackupBucket } from '#server/app/providers/object-store.ts';
import { parseEnv, type Env } from '#server/app/env/env.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { s3Server } from '#server/testing/s3/s3-server.ts';
import { createTestBucket, type TestBucket } from '#server/testing/s3/test-bucket.ts';
import { createBackup } from '../create-backup.ts';
import { ErasureList } from '../erasures/erasure-list.ts';
import { verifyBackup } from '../verify-backup.ts';
import { listSeries, nameAt, pruneSeries, removeIncomplete } from './backup-series.ts';
import { copyBackups, fetchCopy } from './copies.ts';

const START = new Date('2026-11-01T03:00:00Z');
const NO_OBJECTS = { list: () => Promise.resolve([]) } as unknown as ObjectStore;
const server = await s3Server();

let root: string;
let database: TestDatabase;
let recipient: string;
let keyFile: string;
beforeAll(async () => {
  database = await testDatabase();
  await database.connection.collection('users').insertOne({ email: 'ana@example.com' });
  const folder = await mkdtemp(join(tmpdir(), 'hark-key-'));
  keyFile = join(folder, 'key.txt');
  const identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  await writeFile(keyFile, identity);
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hark-series-'));
  return () => rm(root, { recursive: true });
});
afterAll(() => database.stop());

async function backUp(at: Date): Promise<string> {
  const db = database.connection.db ?? expect.fail();
  const source = { cut: { db, cutAt: at }, objects: NO_OBJECTS, secrets: ['s'], recipients: [recipient] };
  await createBackup(join(root, nameAt(at)), source);
  return nameAt(at);
}

test('old backups are removed, and nothing else in the folder', async () => {
  const names = [];
  for (const day of [0, 1, 2, 3]) names.push(await backUp(new Date(START.getTime() + day * DAY_MS)));
  await mkdir(join(root, 'hark-notes'));
  expect(await pruneSeries(root, { last: 2, daily: 0, weekly: 0 })).toEqual(names.slice(0, 2));
  expect(await readdir(root)).toEqual([...names.slice(2), 'hark-notes']);
});

test('an incomplete backup does not count as one, and is removed', async () => {
  const complete = await backUp(START);
  const incomplete = nameAt(new Date(START.getTime() + DAY_MS));
  await mkdir(join(root, incomplete, 'database'), { recursive: true });
  expect(await pruneSeries(root, { last: 1, daily: 0, weekly: 0 })).toEqual([]);
  expect(await removeIncomplete(root)).toEqual([incomplete]);
  expect((await listSeries(root)).map(({ name }) => name)).toEqual([complete]);
});

describe.skipIf(server === undefined)('with a bucket that refuses changes', () => {
  let bucket: TestBucket;
  let env: Env;
  beforeAll(async () => {
    bucket = await createTestBucket(server);
    const Bucket = `hark-${newId().toLowerCase()}`;
    await bucket.client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
    const Rule = { DefaultRetention: { Mode: 'COMPLIANCE' as const, Days: 1 } };
    const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled' as const, Rule };
    await bucket.client.send(new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration }));
    env = parseEnv({
      BACKUP_S3_BUCKET: Bucket,
      BACKUP_S3_ENDPOINT: bucket.options.endpoint,
      BACKUP_S3_ACCESS_KEY_ID: server?.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: server?.secretAccessKey,
      BACKUP_KEY: recipient,
    });
  });
  afterAll(() => bucket.remove());

  async function opened() {
    return (await openBackupBucket(env)) ?? expect.fail();
  }

  test('a backup is copied once, fetched and verified', async () => {
    const name = await backUp(START);
    const copies = await opened();
    expect(await copyBackups(await listSeries(root), { store: copies, place: 'here' })).toMatchObject({
      copied: [name],
    });
    expect(await copyBackups(await listSeries(root), { store: copies, place: 'here' })).toMatchObject({
      copied: [],
    });
    const fetched = join(root, 'fetched');
    await fetchCopy(copies, name, fetched);
    const { manifest } = await verifyBackup(fetched, keyFile);
    expect(manifest.collections).toMatchObject([{ name: 'users', documents: 1 }]);
    expect(await readdir(fetched)).not.toContain('.copied');
    await expect(fetchCopy(copies, 'hark-other', join(root, 'other'))).rejects.toThrow('no complete backup');
    copies.close();
  });

  test('the erased accounts are listed there too', async () => {
    const copies = await opened();
    const store = { list: () => Promise.resolve([]), put: () => Promise.resolve() };
    await new ErasureList(store, [copies]).add({ uid: 'ana', day: '2026-11-29' });
    const listed = [];
    for await (const erasure of new ErasureList(copies).all()) listed.push(erasure);
    expect(listed).toEqual([{ uid: 'ana', day: '2026-11-29' }]);
    copies.close();
  });
});
