import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { auditOf } from '#server/features/credits/testing/test-ledger.ts';
import { createBackup } from '#server/platform/backup/create-backup.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { eraseClosed } from '#server/app/erase-closed.ts';
import { parseEnv } from '#server/app/env/env.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import { unusedDatabaseUri } from '#server/testing/database/mongo.ts';
import { createAuditSources } from './audit.ts';
import { fingerprints } from './backup.ts';
import { connectDatabase } from './database.ts';
import { restore } from './restore.ts';

const SETTINGS = { SESSION_SECRET: 'the-secret-of-erased-accounts' };
const PASSWORD = 'correct horse';
const log = createLogger('silent');

let hark: TestHark;
let folder: string;
let keyFile: string;
let erased: Subscriber;
let kept: Subscriber;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-erased-since-'));
  hark = await startHark(SETTINGS);
  erased = await newSubscriber(hark, 'Of the erased account');
  kept = await newSubscriber(hark, 'Of the other account');
  keyFile = join(folder, 'key.txt');
  const key = await generateX25519Identity();
  await writeFile(keyFile, `${key}\n`);
  const recipients = [await identityToRecipient(key)];
  await backUp('alone/before');
  await backUp('both/before', recipients);
  const proof = { email: erased.email, password: PASSWORD };
  const { status } = await erased.client.post('/trpc/accountDeletion.request', proof);
  expect(status).toBe(200);
  await backUp('both/after', recipients);
}, 120_000);
afterAll(async () => {
  await hark.stop();
  await rm(folder, { recursive: true });
});

async function backUp(name: string, recipients?: string[]): Promise<void> {
  const connection = await connectDatabase(hark.mongodbUri);
  const objects = await localObjects(hark.dataDir);
  const secrets = await fingerprints(parseEnv({ ...SETTINGS, DATA_DIR: hark.dataDir }));
  const cut = { db: connection.getClient().db(connection.name), cutAt: new Date() };
  await createBackup(join(folder, name), { cut, objects, secrets, recipients });
  await connection.close();
}

async function localObjects(dataDir: string) {
  const options = { folder: join(dataDir, 'objects'), publicUrl: 'http://localhost', clock: systemClock };
  return (await createLocalObjects(options)).store;
}

/** Restores the backup from before the account was erased, and returns what it became. */
async function restored(dataDir: string, backup: string) {
  const MONGODB_URI = unusedDatabaseUri('restored').href;
  const settings = { ...SETTINGS, DATA_DIR: dataDir, MONGODB_URI, BACKUP_KEY_FILE: keyFile };
  const env = parseEnv({ NODE_ENV: 'test', ...settings });
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const { closed } = await restore(env, { log, folder: backup, warn });
  const connection = await connectDatabase(MONGODB_URI);
  const closedAtOnce = await connection
    .collection<{ _id: string }>('users')
    .countDocuments({ _id: erased.uid, closingAt: { $exists: true } });
  // As if it was uploaded long ago: its form is not valid any more.
  await connection.collection('voices').updateMany({}, { $set: { uploadUntil: new Date(0) } });
  const left = await eraseClosed(env, log);
  return { closed, closedAtOnce, left, connection, warnings };
}

async function namesOf(connection: Connection, uid: string): Promise<string[]> {
  const names = [];
  for (const { name } of (await connection.db?.listCollections().toArray()) ?? [])
    for (const document of await connection.collection(name).find().toArray())
      if (JSON.stringify(document).includes(uid)) names.push(name);
  return names.filter((name) => !/^(billing|local)_/.test(name));
}

async function objectsOf(dataDir: string): Promise<string[]> {
  const root = join(dataDir, 'objects');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}

async function expectErasedAgain(dataDir: string, backup: string) {
  const { connection, ...result } = await restored(dataDir, backup);
  expect(result).toEqual({ closed: 1, closedAtOnce: 1, left: 0, warnings: [] });
  // The record of the deletion goes last, two hours later.
  expect(await namesOf(connection, erased.uid)).toEqual(['account_deletions']);
  expect(JSON.stringify(await connection.collection('account_deletions').find().toArray())).not.toContain(
    '@',
  );
  expect(await namesOf(connection, kept.uid)).toEqual(
    expect.arrayContaining(['users', 'campaigns', 'voices']),
  );
  const objects = await objectsOf(dataDir);
  expect(objects.filter((name) => name.includes(erased.uid))).toEqual([
    expect.stringMatching(/^erasures\//) as string,
  ]);
  expect(objects.some((name) => name.startsWith(`voices/${kept.uid}/`))).toBe(true);
  const { all, lasting } = createAuditSources(connection);
  const users = connection.collection('users');
  const open = new Set((await users.find().toArray()).map((user) => user['streamId'] as string));
  const streams = await connection.collection('credit_events').distinct('streamId');
  expect(streams).toHaveLength(2);
  for (const stream of streams as string[]) {
    const report = await auditOf(connection, stream, open.has(stream) ? all : lasting);
    expect(report).toMatchObject({ differences: [], inProgress: [] });
  }
  await connection.dropDatabase();
  await connection.close();
}

test('an account that was erased since is erased again, by the list in the object store', async () => {
  const dataDir = join(folder, 'with-list');
  const [store, target] = [await localObjects(hark.dataDir), await localObjects(dataDir)];
  const [listed] = await store.list('erasures/');
  await target.put(listed?.key ?? '', Buffer.alloc(0), 'application/octet-stream');
  await expectErasedAgain(dataDir, join(folder, 'alone/before'));
}, 60_000);

test('so it is by the list in a later backup beside it, where both are encrypted', async () => {
  await expectErasedAgain(join(folder, 'empty'), join(folder, 'both/before'));
}, 60_000);

test('a backup beside it that cannot be read is said in one line, and prevents nothing', async () => {
  await rm(join(folder, 'both/after/erasures.jsonl.gz.age'));
  const { connection, closed, warnings } = await restored(
    join(folder, 'damaged'),
    join(folder, 'both/before'),
  );
  expect(closed).toBe(0);
  expect(warnings).toEqual([
    `The erased accounts that ${join(folder, 'both/after')} lists are not known: erasures.jsonl.gz.age is missing in the backup.`,
  ]);
  await connection.dropDatabase();
  await connection.close();
}, 60_000);
