import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-folder-'));
  await writeFile(join(folder, 'file'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(['a', 'b/c/d', 'b/c/d', 'with space/é/'])('%s is made, again too', async (name) => {
  const path = join(folder, name);
  await Promise.all([makeFolder(path), makeFolder(path)]);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('the root exists', async () => {
  await makeFolder('/');
});

test('a folder that cannot be is refused, instead of being tried for ever', async () => {
  for (const path of [
    join(folder, 'file'),
    join(folder, 'file/below'),
    join(folder, 'file/far/below'),
    '/proc/none',
    '/proc/far/below',
  ])
    await expect(makeFolder(path)).rejects.toThrow();
});
