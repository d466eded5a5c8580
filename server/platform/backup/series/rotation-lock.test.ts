import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { BackupError } from '../backup-format.ts';
import { LOCK, STALE_MS, withRotationLock } from './rotation-lock.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hark-lock-'));
  return () => rm(root, { recursive: true });
});

const nothing = () => Promise.resolve();

function deferred() {
  let resolve: (end: string) => void = () => undefined;
  const promise = new Promise<string>((settle) => (resolve = settle));
  return { promise, resolve };
}

async function lockOf(ageMs: number): Promise<void> {
  await writeFile(join(root, LOCK), 'process 7 on elsewhere');
  const at = new Date(Date.now() - ageMs);
  await utimes(join(root, LOCK), at, at);
}

test('a second rotation is refused in one line that names the first one, which goes on', async () => {
  const refused = await withRotationLock(root, () =>
    withRotationLock(root, nothing).catch((error: unknown) => error),
  );
  expect(refused).toBeInstanceOf(BackupError);
  expect((refused as Error).message).toMatch(
    new RegExp(`^${root} is being written to by process ${String(process.pid)} on .*\\.$`),
  );
  expect(await withRotationLock(root, () => readdir(root))).toEqual([LOCK]);
});

test('nothing is left of a rotation that fails', async () => {
  await expect(withRotationLock(root, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await readdir(root)).toEqual([]);
});

test.each([
  ['was killed', STALE_MS + 1_000],
  ['had another clock', -STALE_MS - 1_000],
])('the lock of a process that %s does not last', async (_, ageMs) => {
  await lockOf(ageMs);
  await withRotationLock(root, nothing);
  expect(await readdir(root)).toEqual([]);
});

test('of many that find the lock of a killed process one goes on', async () => {
  await lockOf(STALE_MS + 1_000);
  const tries = Array.from({ length: 10 }, deferred);
  const ended = Promise.all(tries.map(({ promise }) => promise));
  for (const { resolve } of tries)
    void withRotationLock(root, async () => {
      resolve('ran');
      await ended;
    }).catch(() => {
      resolve('refused');
    });
  expect((await ended).filter((end) => end === 'ran')).toHaveLength(1);
});

test('a lock that somebody else has taken is not removed', async () => {
  await withRotationLock(root, () => lockOf(0));
  expect(await readdir(root)).toEqual([LOCK]);
});
