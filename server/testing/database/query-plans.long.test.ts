import { readFileSync } from 'node:fs';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/platform/lib/clock.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { grantOf, campaign } from '#server/features/credits/testing/given.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { createAllIndexes, modulesOf } from './all-indexes.ts';
import { fillDatabase, fillUnreadable } from './filled-database.ts';
import { testDatabase, type TestDatabase } from './mongo.ts';
import { changes, problemsOf, recordCommands } from './query-plans.ts';
import { ALL_CALLS } from './store-cases/all-cases.ts';

const LARGE = 10_000;
const SMALL = 200;

/** Modules that read a collection without being a store. */
const OUTSIDE = [
  // Its queries are those of the stores that claim by it.
  'server/platform/lib/mongodb/due-records.ts',
  // Demo data, read once at startup.
  'server/app/database/seed-once.ts',
  // A backup and a restore read every collection.
  'server/platform/backup/confirm-campaigns.ts',
  'server/platform/backup/create-backup.ts',
  'server/platform/backup/erasures/erased-again.ts',
  'server/platform/backup/restore-backup.ts',
  // Run once each.
  'server/platform/migrations/steps/0001-drop-index-sums.ts',
  'server/platform/migrations/steps/0002-window-classes.ts',
  'server/platform/migrations/steps/0003-result-keys.ts',
  'server/platform/migrations/steps/0004-end-tombstones.ts',
  'server/platform/migrations/steps/0005-failed-reasons.ts',
];

const now = new Date();
let large: TestDatabase;
let small: TestDatabase;
let connection: Connection;
let recorder: ReturnType<typeof recordCommands>;
/** The stores that have changed the status of a campaign. */
const statusWriters = new Set<string>();

/** Methods run on the small database, which they may change; plans are explained on the large one. */
beforeAll(async () => {
  [large, small] = await Promise.all([testDatabase(), testDatabase()]);
  const uri = new URL(small.uri);
  uri.searchParams.set('monitorCommands', 'true');
  connection = await connectDatabase(uri.href);
  await Promise.all([prepare(large.connection, LARGE), prepare(small.connection, SMALL)]);
  recorder = recordCommands(connection);
}, 240_000);

afterAll(async () => {
  await connection.close();
  await Promise.all([large.stop(), small.stop()]);
});

async function prepare(database: Connection, size: number): Promise<void> {
  await createAllIndexes(database, 'server');
  await fillDatabase(database, { size, now });
  const { credits } = composeTestFeatures(database);
  await credits.ledger.execute('s-0', grantOf('dominate'));
  await credits.ledger.execute('s-0', campaign('c-0').hold(1));
  await credits.close();
  if (size === LARGE) await fillUnreadable(database, size);
}

describe('with 10,000 documents of each kind', () => {
  it.each(ALL_CALLS.map((call) => [`${call.file} ${call.method}`, call] as const))(
    '%s uses an index and reads about as much as it returns',
    async (_, call) => {
      // Stores create their models, and a connection accepts each name only once.
      for (const name of connection.modelNames()) connection.deleteModel(name);
      recorder.take();
      await call.run({ connection, clock: systemClock, now });
      const commands = recorder.take();
      if (commands.some((sent) => sent.body[sent.name] === 'campaigns' && changes('status', sent)))
        statusWriters.add(call.file);
      const found = await Promise.all(commands.map((sent) => problemsOf(large.connection, sent)));
      const faults = [...new Set(found.flat())];
      if (call.exemption === undefined) expect(faults).toEqual([]);
      else expect(faults, `"${call.exemption}" is no longer needed`).not.toEqual([]);
    },
  );
});

it('only the status store changes the status of a campaign', () => {
  expect([...statusWriters].sort()).toEqual([
    // By the status store.
    'server/features/campaigns/lifecycle/run-store.ts',
    'server/features/campaigns/stores/status-store.ts',
  ]);
});

it('a lookup without an index is reported with all its problems', async () => {
  recorder.take();
  await connection.collection('campaigns').find({ message: 'other' }).sort({ message: 1 }).toArray();
  const [faults = []] = await Promise.all(recorder.take().map((sent) => problemsOf(large.connection, sent)));
  expect(faults.map((fault) => fault.replace(/: find.*/, ''))).toEqual([
    'scans the whole collection',
    'sorts in memory',
    'examines 10000 documents for 0',
  ]);
});

it('every module that reads a collection has query plan cases', () => {
  const readers = modulesOf('server').filter(
    (file) => !file.endsWith('-model.ts') && readsCollection(readFileSync(file, 'utf8')),
  );
  const covered = new Set([...ALL_CALLS.map(({ file }) => file), ...OUTSIDE]);
  expect(readers.filter((file) => !covered.has(file))).toEqual([]);
});

/** Whether a module receives a model or a collection; one that creates models only composes. */
function readsCollection(source: string): boolean {
  const takesModel = /^import [^;]*\b\w*Model\b[^;]* from/gm;
  const definesModel = /^export function create\w+Models?\b/m.test(source);
  const composes = !definesModel && /\bcreate\w+Model\b/.test(source);
  return definesModel || /\.collection(<[^(]*>)?\(/.test(source) || (takesModel.test(source) && !composes);
}
