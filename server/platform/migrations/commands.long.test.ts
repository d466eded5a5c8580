import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { runBuilt } from '#server/testing/crash/run-built.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createMigrationModels, MigrationStore } from './migration-store.ts';

const NEWER = 1_000;

let built: BuiltHark;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  built = await buildHark();
  folder = await mkdtemp(join(tmpdir(), 'hark-refused-'));
  database = await testDatabase();
  await new MigrationStore(createMigrationModels(database.connection)).raiseMinimum(NEWER);
}, 120_000);
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

/** Stands for a folder of this test. */
const FOLDER = 'FOLDER';
const COMMANDS: readonly [script: keyof BuiltHark, ...args: string[]][] = [
  ['backup', FOLDER],
  ['restore', FOLDER],
  ['restore', 'confirm'],
  ['counters', 'audit'],
  ['credits', 'audit'],
  ['optOuts', 'add', '13035550100'],
  ['support', 'show', 'ana@customers.example'],
];

test.each(COMMANDS)(
  'the command %s %s refuses a database with a newer schema in one line',
  { timeout: 60_000 },
  async (script, ...args) => {
    const given = args.map((arg) => (arg === FOLDER ? join(folder, 'backup') : arg));
    const { code, out, err } = await runBuilt(built[script], database.uri, given);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^This version of Hark is too old for its database: .* needs 1000 or later\. .*\n$/);
    expect(await database.connection.collection('suppressions').countDocuments()).toBe(0);
  },
);
