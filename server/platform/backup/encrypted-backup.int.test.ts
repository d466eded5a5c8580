import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createBackup } from './create-backup.ts';
import { createDecryption, createEncryption } from './encryption.ts';
import { loadBackup } from './restore-backup.ts';
import { examineBackup, verifyBackup } from './verify-backup.ts';

const KEY = 'voices/user-of-ana/voice-1.mp3';
const USER = { _id: 'user-of-ana', email: 'ana@example.com' };

let folder: string;
let databases: TestDatabase[];
let stores: ObjectStore[];
let keyFile: string;
let otherKeyFile: string;
let recipient: string;

const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-encrypted-'));
  databases = [await testDatabase(), await testDatabase()];
  stores = [];
  for (const name of ['objects', 'restored-objects']) {
    const options = { folder: inFolder(name), publicUrl: 'http://localhost', clock: systemClock };
    stores.push((await createLocalObjects(options)).store);
  }
  [keyFile, otherKeyFile] = [inFolder('key.txt'), inFolder('other.txt')];
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
  recipient = await identityToRecipient(identity);
  await writeFile(keyFile, `# created: today\n# public key: ${recipient}\n${identity}\n`);
  await writeFile(otherKeyFile, `${other}\n`);
  const [{ connection: source }] = databases as [TestDatabase];
  await source.collection<{ _id: string }>('users').insertOne(USER);
  await stores[0]?.put(KEY, Buffer.from('the voice of Ana'), 'audio/mpeg');
  await createBackup(inFolder('backup'), { ...sourceOf(0), recipients: [recipient] });
});
afterAll(async () => {
  for (const database of databases) await database.stop();
  await rm(folder, { recursive: true });
});

function sourceOf(at: 0 | 1) {
  const [db, objects] = [databases[at]?.connection.db, stores[at]];
  if (db === undefined || objects === undefined) return expect.fail();
  return { cut: { db, cutAt: new Date() }, objects, secrets: ['s'] };
}

async function target() {
  const { cut, objects } = sourceOf(1);
  return { db: cut.db, objects, secrets: ['s'], now: new Date(), erased: new Map() };
}

test('no file of an encrypted backup shows a person, an object or the key, by name or content', async () => {
  const names = await readdir(inFolder('backup'), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual(
    [
      '0.age',
      'contents.json.age',
      'erasures.jsonl.gz.age',
      'manifest.json',
      'objects.jsonl.gz.age',
      'users.bson.gz.age',
    ].sort(),
  );
  for (const { parentPath, name } of files) {
    const content = await readFile(join(parentPath, name), 'latin1');
    for (const secret of ['ana', 'voice', 'AGE-SECRET', '"documents"'])
      expect(join(parentPath, name).replace(folder, '') + content).not.toContain(secret);
  }
});

test.each([
  ['without a key', () => undefined, 'The backup is encrypted: BACKUP_KEY_FILE must name the file'],
  ['with another key', () => otherKeyFile, 'does not decrypt contents.json.age'],
  ['with a file that is not there', () => inFolder('none'), 'cannot be read (ENOENT)'],
  ['with a file without a key', () => inFolder('objects/.secret'), 'has a line that is no secret key'],
])('%s a backup is refused in one line', async (_, file, line) => {
  const refused = (await verifyBackup(inFolder('backup'), file()).catch((error: unknown) => error)) as Error;
  expect(refused.message).toContain(line);
  expect(refused.message).not.toContain('\n');
});

test('a backup is restored with its key', async () => {
  const restored = await target();
  await loadBackup(await verifyBackup(inFolder('backup'), keyFile), restored);
  expect(await restored.db.collection('users').find().toArray()).toEqual([USER]);
  expect(await stores[1]?.read(KEY)).toEqual(Buffer.from('the voice of Ana'));
});

test('each difference is one line, and the others are found too', async () => {
  const backup = await verifyBackup(inFolder('backup'), keyFile);
  const lines: string[] = [];
  expect(await examineBackup(backup, (line) => lines.push(line))).toBe(0);
  await rm(inFolder('backup/objects/0/0.age'));
  await writeFile(inFolder('backup/database/users.bson.gz.age'), 'damaged');
  expect(await examineBackup(backup, (line) => lines.push(line))).toBe(2);
  expect(lines).toEqual([
    "database/users.bson.gz.age is damaged: its checksum differs from the manifest's.",
    'objects/0/0.age is missing in the backup.',
  ]);
});

test('no more is read than is written: memory does not grow with the data', async () => {
  const CHUNKS = 4_000;
  let read = 0;
  async function* source(): AsyncGenerator<Buffer> {
    for (; read < CHUNKS; read += 1) yield await Promise.resolve(Buffer.alloc(65_536));
  }
  const [encrypt, decrypt] = [await createEncryption([recipient]), await createDecryption(keyFile)];
  const pieces = decrypt(encrypt(source()))[Symbol.asyncIterator]();
  for (let taken = 0; taken < 10; taken += 1) await pieces.next();
  expect(read).toBeLessThan(100);
  await pieces.return?.();
});
