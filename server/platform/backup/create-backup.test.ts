import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MANIFEST } from './backup-format.ts';
import { DATABASE_COPY, prepareBackupFolder, removeUnfinished } from './create-backup.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a backup is written to a new folder, which others cannot read, or to an empty one', async () => {
  const made = join(folder, 'new', 'backup');
  await prepareBackupFolder(made);
  expect((await stat(made)).mode & 0o077).toBe(0);
  await prepareBackupFolder(made);
});

test('a backup is not written beside a single file or folder', async () => {
  const filled = join(folder, 'filled');
  await mkdir(filled);
  await writeFile(join(filled, '.hidden'), '');
  await expect(prepareBackupFolder(filled)).rejects.toThrow('is not empty');
  const nested = join(folder, 'nested');
  await mkdir(join(nested, 'empty'), { recursive: true });
  await expect(prepareBackupFolder(nested)).rejects.toThrow('is not empty');
});

test.each([
  ['that is incomplete nothing', ['database'], []],
  ['that is complete all but its copy of the database', ['database', MANIFEST], ['database', MANIFEST]],
])('of a killed backup %s is left', async (_, names, left) => {
  const killed = await mkdtemp(join(folder, 'killed-'));
  for (const name of [...names, DATABASE_COPY]) await mkdir(join(killed, name, 'files'), { recursive: true });
  await removeUnfinished(killed);
  expect((await readdir(killed)).sort()).toEqual(left);
});

test('a killed backup whose folder is gone is no failure', async () => {
  await removeUnfinished(join(folder, 'gone'));
});
