import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Erasure } from '../erasures/erasure-list.ts';
import { copyErasures } from './copied-erasures.ts';

const DAY = '2026-11-29';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hark-erasures-'));
  return () => rm(root, { recursive: true });
});

async function* listed(...uids: string[]): AsyncGenerator<Erasure> {
  for (const uid of uids) yield await Promise.resolve({ uid, day: DAY });
}

/** A bucket that can only be written to, and refuses one account. */
function bucketOf(place: string, refused?: string) {
  const keys: string[] = [];
  const put = (key: string) =>
    refused !== undefined && key.includes(refused)
      ? Promise.reject(new Error('refused'))
      : Promise.resolve(void keys.push(key));
  return { keys, store: { put }, place };
}

test('each erased account is listed in the bucket once', async () => {
  const bucket = bucketOf('one');
  expect(await copyErasures(root, listed('ana'), bucket)).toBe(1);
  expect(await copyErasures(root, listed('ana', 'ben'), bucket)).toBe(1);
  expect(bucket.keys).toEqual([`erasures/ana.${DAY}`, `erasures/ben.${DAY}`]);
});

test('another bucket lists all of them', async () => {
  await copyErasures(root, listed('ana'), bucketOf('one'));
  const other = bucketOf('two');
  expect(await copyErasures(root, listed('ana', 'ben'), other)).toBe(2);
  expect(other.keys).toHaveLength(2);
});

test('one that the bucket did not take is listed the next time', async () => {
  await expect(copyErasures(root, listed('ana', 'ben'), bucketOf('one', 'ben'))).rejects.toThrow('refused');
  const bucket = bucketOf('one');
  expect(await copyErasures(root, listed('ana', 'ben'), bucket)).toBe(1);
  expect(bucket.keys).toEqual([`erasures/ben.${DAY}`]);
});
