import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { parseEnv } from '#server/app/env/env.ts';
import { nameAt } from '#server/platform/backup/series/backup-series.ts';
import { DEFAULT_KEEP } from '#server/platform/backup/series/kept-backups.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { startReplicaSetStub, type ReplicaSetStub } from '#server/testing/fakes/replica-set-stub.ts';
import { rotateCommand } from './rotate.ts';

let folder: string;
/** A database without collections, which a backup refuses. */
let database: ReplicaSetStub;
beforeAll(async () => {
  const cursor = { id: 0n, ns: 'hark.$cmd.listCollections', firstBatch: [] };
  database = await startReplicaSetStub(() => ({ ok: 1, cursor }));
  folder = await mkdtemp(join(tmpdir(), 'hark-rotate-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

let root: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  root = join(folder, String(count));
  await mkdir(root);
});

/** Adds a complete backup to the series; returns its name. */
async function made(hoursAgo: number): Promise<string> {
  const name = nameAt(new Date(Date.now() - hoursAgo * HOUR_MS));
  await mkdir(join(root, name));
  await writeFile(join(root, name, 'manifest.json'), '{}');
  return name;
}

/** Rotates once; returns what was said, or why it failed. */
async function rotated(minAgeMs: number | undefined): Promise<string> {
  const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: folder, MONGODB_URI: database.uri });
  const said: string[] = [];
  const schedule = { folder: root, keep: DEFAULT_KEEP, everyMs: undefined, minAgeMs };
  return rotateCommand(env, createLogger('silent'), schedule, (line) => said.push(line)).then(
    () => said.join('\n'),
    (error: unknown) => (error as Error).message,
  );
}

const BEGUN = 'MONGODB_URI: the database "hark" is empty.';

test('no backup is made while the newest is younger than is asked for', async () => {
  const name = await made(1);
  expect(await rotated(12 * HOUR_MS)).toBe('None is made: the newest backup is younger than 12 hours.');
  expect(await readdir(root)).toContain(name);
});

test.each([
  ['whose newest backup is older', 13, 12 * HOUR_MS],
  ['of which no age is asked for', 1, undefined],
])('one is made of a series %s', async (_, hoursAgo, minAgeMs) => {
  await made(hoursAgo);
  expect(await rotated(minAgeMs)).toBe(BEGUN);
});
