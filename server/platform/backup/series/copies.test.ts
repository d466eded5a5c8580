import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { MANIFEST } from '../backup-format.ts';
import { listSeries } from './backup-series.ts';
import { copyBackups } from './copies.ts';

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

function bucketOf() {
  const keys: string[] = [];
  return {
    keys,
    putStream: async (key: string, content: AsyncIterable<Buffer>) => {
      await buffer(content);
      keys.push(key);
    },
  };
}

test('a backup that is not encrypted is not copied, and named', async () => {
  await backupOf(FIRST, PLAIN);
  await backupOf(SECOND, SEALED);
  await backupOf(THIRD, { format: 2 });
  const bucket = bucketOf();
  expect(await copyBackups(await listSeries(root), bucket)).toEqual({
    copied: [SECOND],
    unencrypted: [FIRST, THIRD],
  });
  expect(bucket.keys).toEqual([`${SECOND}/database/users.bson.gz.age`, `${SECOND}/${MANIFEST}`]);
  expect(await readdir(join(root, FIRST))).toEqual(['database', MANIFEST]);
});
