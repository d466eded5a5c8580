import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnv } from '#server/app/env/env.ts';
import { openDatabase } from '#server/app/database/database.ts';
import { nameAt } from '#server/platform/backup/series/backup-series.ts';
import { withRotationLock } from '#server/platform/backup/series/rotation-lock.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { runToEnd, systemVariables } from '#server/testing/crash/hark-processes.ts';
import { until } from '#server/testing/crash/until.ts';
import { unusedDatabaseUri } from '#server/testing/database/mongo.ts';

const TIMEOUT_MS = 120_000;
const run = promisify(execFile);

let built: BuiltHark;
let folder: string;
let dataDir: string;
let close: () => Promise<void>;
beforeAll(async () => {
  built = await buildHark();
  folder = await mkdtemp(join(tmpdir(), 'hark-failed-'));
  dataDir = join(folder, 'data');
  const database = await openDatabase(parseEnv({ DATA_DIR: dataDir }));
  ({ close } = database);
  const users = database.connection.collection('users');
  const text = 'x'.repeat(100_000);
  for (let at = 0; at < 40; at += 1)
    await users.insertOne({ text, at, random: Math.random().toString(36).repeat(2_000) });
}, TIMEOUT_MS);
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

const envOf = (settings: Record<string, string> = {}) => ({
  ...systemVariables(),
  LOG_LEVEL: 'silent',
  DATA_DIR: dataDir,
  ...settings,
});

const READERS = [
  ['credits', ['audit']],
  ['counters', ['audit']],
  ['support', ['show', 'ana@example.com']],
  ['optOuts', ['list']],
  ['restore', ['confirm']],
  ['backup', ['NEW']],
] as const;

test.each(READERS)(
  '%s creates no database where a name is mistyped, and says so in one line',
  async (name, args) => {
    const missing = join(folder, 'mistyped');
    const given = args.map((arg) => (arg === 'NEW' ? join(folder, 'backup-of-nothing') : arg));
    expect(await runToEnd(built[name], given, envOf({ DATA_DIR: missing }))).toEqual({
      code: 1,
      output: `DATA_DIR: there is no database in ${missing}.\n`,
    });
    const uri = unusedDatabaseUri('mistyped');
    expect(await runToEnd(built[name], given, envOf({ MONGODB_URI: uri.href, DATA_DIR: missing }))).toEqual({
      code: 1,
      output: `MONGODB_URI: the database "${uri.pathname.slice(1)}" is empty.\n`,
    });
    expect(existsSync(missing)).toBe(false);
    expect(existsSync(join(folder, 'backup-of-nothing'))).toBe(false);
  },
  TIMEOUT_MS,
);

test(
  'a backup whose disk has too little space says how much it needs, and leaves nothing',
  async ({ skip }) => {
    const disk = join(folder, 'small-disk');
    await mkdir(disk);
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]).catch(
      (error: unknown) => String(error),
    );
    if (typeof mounted === 'string') skip(`no disk of its own: ${mounted}`);
    try {
      const { code, output } = await runToEnd(built.backup, [join(disk, 'new')], envOf());
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(
          /^The disk of .* is too full: a backup needs about [\d.]+ MB, and [\d.]+ (MB|KB) are free\.\n$/,
        ) as string,
      });
      expect(await readdir(disk)).toEqual([]);
    } finally {
      await run('umount', [disk]);
    }
  },
  TIMEOUT_MS,
);

test(
  'a backup whose objects cannot be reached says so, and leaves nothing',
  async () => {
    const settings = {
      S3_BUCKET: 'hark',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    };
    const made = await runToEnd(built.backup, [join(folder, 'unreachable')], envOf(settings));
    expect(made).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Nothing was backed up: The object store cannot be used.*$/m) as string,
    });
    expect(existsSync(join(folder, 'unreachable'))).toBe(false);
  },
  TIMEOUT_MS,
);

test(
  'a backup that is killed leaves nothing, and the database goes on',
  async () => {
    const target = join(folder, 'killed');
    const child = spawn(process.execPath, [built.backup, target], { env: envOf(), stdio: 'ignore' });
    const exited = once(child, 'exit');
    await until(
      'the first files',
      TIMEOUT_MS,
      async () => (await readdir(target).catch(() => [])).length > 0,
    );
    child.kill('SIGKILL');
    await exited;
    await until('the guard to tidy up', TIMEOUT_MS, async () => (await readdir(target)).length === 0);
    expect(await runToEnd(built.backup, [target], envOf())).toMatchObject({ code: 0 });
  },
  TIMEOUT_MS,
);

test(
  'a rotation beside another one is refused in one line, and removes nothing',
  async () => {
    const root = join(folder, 'series');
    const begun = join(root, 'hark-2026-11-01T03-00-00Z');
    await mkdir(begun, { recursive: true });
    await withRotationLock(root, async () => {
      for (const name of ['rotate', 'prune'])
        expect(await runToEnd(built.backup, [name, root], envOf())).toEqual({
          code: 1,
          output: expect.stringMatching(/^\S+ is being written to by process .*\n$/) as string,
        });
      expect((await readdir(root)).sort()).toEqual(['.rotating', 'hark-2026-11-01T03-00-00Z']);
    });
  },
  TIMEOUT_MS,
);

test('a rotation is refused whose copies would not be encrypted, also with the secret key', async () => {
  const settings = { BACKUP_S3_BUCKET: 'copies', BACKUP_KEY_FILE: join(folder, 'key.txt') };
  const root = join(folder, 'unencrypted');
  expect(await runToEnd(built.backup, ['rotate', root], envOf(settings))).toEqual({
    code: 2,
    output: 'BACKUP_S3_BUCKET: BACKUP_KEY must be set with it, as copies are stored encrypted only\n',
  });
  expect(existsSync(root)).toBe(false);
});

const NO_DATABASE = { MONGODB_URI: 'mongodb://127.0.0.1:1/hark?serverSelectionTimeoutMS=100' };
const NOT_BACKED_UP = 'Nothing was backed up: the database does not respond.\n';

test(
  'a database that cannot be reached is one line',
  async () => {
    const root = join(folder, 'no-database');
    for (const args of [[root], ['rotate', root]])
      expect(await runToEnd(built.backup, args, envOf(NO_DATABASE))).toEqual({
        code: 1,
        output: NOT_BACKED_UP,
      });
  },
  TIMEOUT_MS,
);

/** Starts a schedule of backups, ends it after its first failure, and returns that. */
async function firstFailure(root: string, settings: Record<string, string>): Promise<string> {
  const args = [built.backup, 'rotate', root, '--every=1'];
  const child = spawn(process.execPath, args, {
    env: envOf({ NODE_NO_WARNINGS: '1', ...settings }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const [line] = (await once(child.stderr, 'data')) as [Buffer];
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  return String(line);
}

test(
  'a schedule goes on after a database that cannot be reached, until it is stopped',
  async () => {
    expect(await firstFailure(join(folder, 'schedule'), NO_DATABASE)).toBe(NOT_BACKED_UP);
  },
  TIMEOUT_MS,
);

test(
  'after a copy that failed only the copy is made again',
  async () => {
    const root = join(folder, 'uncopied');
    const name = nameAt(new Date());
    await mkdir(join(root, name), { recursive: true });
    const recipient = await identityToRecipient(await generateX25519Identity());
    const times = { cutAt: new Date(), finishedAt: new Date() };
    const manifest = {
      format: 2,
      ...times,
      recipients: [recipient],
      sealed: { bytes: 1, sha256: '0'.repeat(64) },
    };
    await writeFile(join(root, name, 'manifest.json'), JSON.stringify(manifest));
    const settings = {
      BACKUP_KEY: recipient,
      BACKUP_S3_BUCKET: 'copies',
      BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
      BACKUP_S3_ACCESS_KEY_ID: 'a',
      BACKUP_S3_SECRET_ACCESS_KEY: 'b',
    };
    expect(await firstFailure(root, settings)).toMatch(
      new RegExp(`^BACKUP_S3_BUCKET: not copied: ${name} \\(.*\\)\\.\\n$`),
    );
    expect((await readdir(root)).filter((entry) => !entry.startsWith('.'))).toEqual([name]);
  },
  TIMEOUT_MS,
);

test(
  'a rotation leaves its backup alone in the folder of the series',
  async () => {
    const root = join(folder, 'rotated');
    const { code, output } = await runToEnd(built.backup, ['rotate', root, '--keep=last=1'], envOf());
    const [name] = await readdir(root);
    expect(output).toMatch(new RegExp(`^Backed up \\d+ documents to ${String(name)}\\.\\n$`));
    expect(code).toBe(0);
    expect(await readdir(root)).toEqual([name]);
  },
  TIMEOUT_MS,
);
