import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { MANIFEST } from '../backup-format.ts';
import { listSeries } from './backup-series.ts';
import { copyBackups, fetchCopy } from './copies.ts';

const TIMES = { cutAt: '2026-11-01T03:00:00.000Z', finishedAt: '2026-11-01T03:00:00.000Z' };
const SEALED = { format: 2, ...TIMES, recipients: ['age1'], sealed: { bytes: 1, sha256: 'a'.repeat(64) } };
const PLAIN = { format: 1, ...TIMES, secrets: ['s'], collections: [] };
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((day) => `hark-2026-11-0${String(day)}T03-00-00Z`) as [
  string,
  string,
  string,
];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hark-copies-'));
  return () => rm(root, { recursive: true });
});

async function backupOf(name: string, manifest: object): Promise<void> {
  await mkdir(join(root, name, 'database'), { recursive: true });
  await writeFile(join(root, name, 'database', 'users.bson.gz.age'), 'users');
  await writeFile(join(root, name, MANIFEST), JSON.stringify(manifest));
}

/** A bucket that keeps its keys; it takes none that begins with `refused`. */
function bucketOf(refused = 'none') {
  const keys: string[] = [];
  const putStream = async (key: string, content: AsyncIterable<Buffer>) => {
    await buffer(content);
    if (key.startsWith(refused)) throw new Error('refused');
    keys.push(key);
  };
  return { keys, store: { putStream }, place: 'https://s3.example.com/one' };
}

const filesOf = (name: string) => [`${name}/database/users.bson.gz.age`, `${name}/${MANIFEST}`];

test('a backup that is not encrypted is not copied, and named', async () => {
  await backupOf(FIRST, PLAIN);
  await backupOf(SECOND, SEALED);
  await backupOf(THIRD, { format: 2 });
  const bucket = bucketOf();
  expect(await copyBackups(await listSeries(root), bucket)).toEqual({
    copied: [SECOND],
    unencrypted: [THIRD, FIRST],
    failed: [],
  });
  expect(bucket.keys).toEqual(filesOf(SECOND));
  expect(await readdir(join(root, FIRST))).toEqual(['database', MANIFEST]);
});

test('one with a file that cannot be opened fails, also where the bucket takes its time, and the others are copied', async () => {
  for (const name of [FIRST, SECOND]) await backupOf(name, SEALED);
  const server = createServer().listen(join(root, SECOND, 'socket'));
  await once(server, 'listening');
  const { keys, store, place } = bucketOf();
  const slow = {
    putStream: async (key: string, content: AsyncIterable<Buffer>) => {
      // Longer than a file takes to open.
      for (let n = 0; n < 5; n += 1) await readdir(root);
      await store.putStream(key, content);
    },
  };
  const copied = await copyBackups(await listSeries(root), { store: slow, place });
  server.close();
  expect(copied).toMatchObject({ copied: [FIRST], failed: [expect.objectContaining({ name: SECOND })] });
  expect(keys).toEqual(expect.arrayContaining(filesOf(FIRST)));
});

test('the newest is copied first, and after one that fails the others are', async () => {
  for (const name of [FIRST, SECOND, THIRD]) await backupOf(name, SEALED);
  const bucket = bucketOf(SECOND);
  expect(await copyBackups(await listSeries(root), bucket)).toMatchObject({
    copied: [THIRD, FIRST],
    failed: [{ name: SECOND, error: { message: 'refused' } }],
  });
  const other = bucketOf();
  expect(await copyBackups(await listSeries(root), other)).toMatchObject({ copied: [SECOND], failed: [] });
  expect(other.keys).toEqual(filesOf(SECOND));
});

test('another bucket gets all backups, without what says where they were copied', async () => {
  await backupOf(FIRST, SEALED);
  await copyBackups(await listSeries(root), bucketOf());
  const other = { ...bucketOf(), place: 'https://s3.example.com/two' };
  expect(await copyBackups(await listSeries(root), other)).toMatchObject({ copied: [FIRST] });
  expect(other.keys).toEqual(filesOf(FIRST));
});

test('what a store shows as a folder is not fetched', async () => {
  const keys = [`${FIRST}/`, `${FIRST}/database/`, ...filesOf(FIRST)];
  const bucket = {
    stat: () => Promise.resolve({ size: 1, contentType: 'application/json' }),
    list: (_prefix: string, after?: string) =>
      Promise.resolve(
        after === undefined ? keys.map((key) => ({ key, modifiedAt: new Date(0), size: 1 })) : [],
      ),
    stream: () => Promise.resolve(Readable.from([Buffer.from('x')]) as AsyncIterable<Buffer>),
  };
  await fetchCopy(bucket, FIRST, join(root, 'fetched'));
  expect((await readdir(join(root, 'fetched'), { recursive: true })).sort()).toEqual([
    'database',
    'database/users.bson.gz.age',
    MANIFEST,
  ]);
});
