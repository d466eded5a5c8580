import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BackupError, collectionFile, MANIFEST, OBJECT_INDEX, objectFile } from './backup-format.ts';
import { writeChecked } from './checked-files.ts';
import { verifyBackup } from './verify-backup.ts';

const COLLECTION = collectionFile('users');
const OBJECT = objectFile({ key: 'voices/ana.mp3' });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-verify-'));
  await writeBackup();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* one(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

/** Writes a complete backup of one collection and one object. */
async function writeBackup(): Promise<void> {
  const users = await writeChecked({ folder }, COLLECTION, one('users'), { compressed: true });
  const object = await writeChecked({ folder }, OBJECT, one('the voice of Ana'), { compressed: false });
  const line = JSON.stringify({ key: 'voices/ana.mp3', contentType: 'audio/mpeg', ...object });
  const objectIndex = await writeChecked({ folder }, OBJECT_INDEX, one(`${line}\n`), { compressed: true });
  const at = '2026-11-20T10:00:00.000Z';
  const manifest = {
    format: 1,
    cutAt: at,
    finishedAt: at,
    secrets: ['secret'],
    objectIndex,
    collections: [{ name: 'users', documents: 1, ...users }],
    objects: { count: 1, bytes: object.bytes },
  };
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest));
}

const refusal = async () => {
  const error: unknown = await verifyBackup(folder).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BackupError);
  return (error as BackupError).message;
};

test('a complete backup is verified', async () => {
  expect((await verifyBackup(folder)).manifest).toMatchObject({
    cutAt: new Date('2026-11-20T10:00:00Z'),
    collections: [{ name: 'users', documents: 1 }],
  });
});

test('a backup without a manifest is incomplete, also with a draft of one', async () => {
  await rename(join(folder, MANIFEST), join(folder, `${MANIFEST}.draft`));
  expect(await refusal()).toBe(
    `${folder} is no complete backup: it has no manifest.json, which is written last.`,
  );
});

test.each(['', '{"format":2}', '{"format":1}'])('the manifest %j is refused', async (text) => {
  await writeFile(join(folder, MANIFEST), text);
  expect(await refusal()).toBe('manifest.json is damaged, or of another version of Hark.');
});

const FILES = [COLLECTION, OBJECT, OBJECT_INDEX];

test.each(FILES)('%s with one other byte is damaged', async (path) => {
  const bytes = await readFile(join(folder, path));
  bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
  await writeFile(join(folder, path), bytes);
  expect(await refusal()).toBe(`${path} is damaged: its checksum differs from the manifest's.`);
});

test.each(FILES)('%s that ends early is damaged', async (path) => {
  const bytes = await readFile(join(folder, path));
  await writeFile(join(folder, path), bytes.subarray(0, -1));
  expect(await refusal()).toBe(`${path} is damaged: its checksum differs from the manifest's.`);
});

test.each(FILES)('%s that is gone is named', async (path) => {
  await rm(join(folder, path));
  expect(await refusal()).toBe(`${path} is missing in the backup.`);
});
