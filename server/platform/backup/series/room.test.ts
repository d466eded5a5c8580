import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { MANIFEST } from '../backup-format.ts';
import { makeRoom, nameAt } from './backup-series.ts';

const START = new Date('2026-11-01T03:00:00Z');
const dayOf = (day: number) => new Date(START.getTime() + day * DAY_MS);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hark-room-'));
  for (const day of [0, 1, 2]) {
    await mkdir(join(root, nameAt(dayOf(day))));
    await writeFile(join(root, nameAt(dayOf(day)), MANIFEST), '{}');
  }
  return () => rm(root, { recursive: true });
});

test.each([
  ['all that are kept beside it stay', { last: 4, daily: 0, weekly: 0 }, [0, 1, 2]],
  ['the one goes that would go after it', { last: 3, daily: 0, weekly: 0 }, [1, 2]],
  ['the newest stays, which is all there is until it is complete', { last: 1, daily: 0, weekly: 0 }, [2]],
])('before a backup on a disk that is too small %s', async (_, keep, left) => {
  const names = left.map((day) => nameAt(dayOf(day)));
  await makeRoom(root, keep, dayOf(3));
  expect(await readdir(root)).toEqual(names);
  // Also where it failed, and is tried again.
  await makeRoom(root, keep, dayOf(4));
  expect(await readdir(root)).toEqual(names);
});
