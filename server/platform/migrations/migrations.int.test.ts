import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { mongo } from 'mongoose';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import type { Migration } from './migration.ts';
import { allMigrations } from './all-migrations.ts';
import { NO_MIGRATION_NEEDS } from './migration-needs.ts';
import { createMigrationModels, MigrationStore } from './migration-store.ts';
import { createProcessModel, ProcessStore } from './process-store.ts';
import { continueMigrations } from './run-migrations.ts';
import { storeResultKeys } from './steps/0003-result-keys.ts';
import { createSchema, type SchemaControl } from './schema.ts';

let database: TestDatabase;
const opened: { schema: SchemaControl; disconnect: () => Promise<void> }[] = [];
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const { schema, disconnect } of opened.splice(0)) {
    await schema.close();
    await disconnect();
  }
  await database.stop();
});

/** Starts what a process does for the schema, on a connection of its own; its clock is `aheadMs` ahead. */
async function startProcess(
  migrations: readonly Migration[],
  aheadMs = 0,
  secretIds: readonly [string, ...string[]] = ['secret'],
  log = createLogger('silent'),
): Promise<SchemaControl> {
  const connection = await connectDatabase(database.uri);
  const clock = adjustableClock();
  clock.set(new Date(Date.now() + aheadMs));
  const schema = createSchema({
    connection,
    clock,
    log,
    role: 'worker',
    migrations,
    secretIds,
  });
  opened.push({ schema, disconnect: () => connection.close() });
  return schema;
}

const collection = (name: string) => database.connection.collection<mongo.Document & { _id: unknown }>(name);
const recorded = () => collection('migrations').find().sort({ _id: 1 }).toArray();

/** A migration that counts its executions. */
function counting(id: number, rest: Partial<Migration> = {}) {
  const migration = {
    runs: 0,
    id,
    name: `migration ${String(id)}`,
    when: 'start' as Migration['when'],
    ...rest,
  };
  const run = rest.run ?? (() => Promise.resolve());
  return Object.assign(migration, {
    run: (context: Parameters<Migration['run']>[0]) => {
      migration.runs += 1;
      return run(context);
    },
  });
}

it('processes that start at once run each migration once, in order, and all wait for it', async () => {
  const order: number[] = [];
  const inOrder = (id: number) =>
    counting(id, {
      run: async ({ connection }) => {
        await connection.collection('things').insertOne({ by: id });
        order.push(id);
      },
    });
  const migrations = [inOrder(2), inOrder(1)];
  const processes = await Promise.all(Array.from({ length: 4 }, () => startProcess(migrations)));
  await Promise.all(processes.map((schema) => schema.prepare()));
  expect(order).toEqual([1, 2]);
  expect(await recorded()).toMatchObject([
    { _id: 1, name: 'migration 1', finishedAt: expect.any(Date) as Date },
    { _id: 2, name: 'migration 2', finishedAt: expect.any(Date) as Date },
  ]);
  expect(await collection('things').countDocuments()).toBe(2);
});

it('only workers run those in the background, and a start does not wait for them', async () => {
  const background = counting(1, { when: 'background' });
  const schema = await startProcess([background]);
  await schema.prepare();
  expect(background.runs).toBe(0);
  await schema.continue();
  await schema.continue();
  expect(background.runs).toBe(1);
});

it('one that was interrupted continues at its checkpoint in another process once the lease is over', async () => {
  const when = 'background';
  const dead = counting(1, {
    when,
    run: async ({ checkpoint }) => {
      await checkpoint({ after: 500 });
      // Killed here: it neither ends nor renews its lease.
      throw new Error('killed');
    },
  });
  await expect((await startProcess([dead])).continue()).rejects.toThrow('killed');
  const lease = { holder: 'dead', leaseUntil: new Date(Date.now() + 15_000) };
  await collection('schema_state').updateOne({}, { $set: lease });
  const positions: unknown[] = [];
  const next = counting(1, {
    when,
    run: ({ position }) => {
      positions.push(position);
      return Promise.resolve();
    },
  });
  await (await startProcess([next])).continue();
  expect(positions).toEqual([]);
  await (await startProcess([next], 16_000)).continue();
  expect(positions).toEqual([{ after: 500 }]);
});

it('one whose lease another process has taken over stops at its next checkpoint', async () => {
  const slow = counting(1, {
    when: 'background',
    run: async ({ checkpoint }) => {
      await checkpoint(1);
      await collection('schema_state').updateOne(
        {},
        { $set: { holder: 'other', leaseUntil: new Date(Date.now() + 60_000) } },
      );
      await checkpoint(2);
    },
  });
  await (await startProcess([slow])).continue();
  expect(await recorded()).toMatchObject([{ _id: 1, position: 1 }]);
  expect((await recorded())[0]?.['finishedAt']).toBeUndefined();
});

it('a process that is too old for the database refuses to start, with one line', async () => {
  const newer = [counting(1), counting(2, { requires: 2 })];
  const current = await startProcess(newer);
  await current.prepare();
  const older = await startProcess([counting(1)]);
  await expect(older.prepare()).rejects.toThrow(
    'This version of Hark is too old for its database: it knows schema 1, and the database needs 2 or later. ' +
      'Start a newer version.',
  );
});

it('a migration that older processes could not work with waits until none is there', async () => {
  const contract = counting(2, { when: 'background', requires: 2 });
  const older = await startProcess([counting(1)]);
  await older.prepare();
  const newer = await startProcess([counting(1), contract]);
  await newer.prepare();
  await newer.continue();
  expect(contract.runs).toBe(0);
  // Another old one may still start, as in a rolling update that is undone.
  const another = await startProcess([counting(1)]);
  await another.prepare();
  await Promise.all([older.close(), another.close()]);
  await newer.continue();
  expect(contract.runs).toBe(1);
});

it('a process that was killed holds no migration back once it was not seen for a minute', async () => {
  const contract = counting(2, { when: 'background', requires: 2 });
  const killed = await startProcess([counting(1)]);
  await killed.prepare();
  await (await startProcess([counting(1), contract], 59_000)).continue();
  expect(contract.runs).toBe(0);
  await (await startProcess([counting(1), contract], 61_000)).continue();
  expect(contract.runs).toBe(1);
});

it('a migration also waits for an older process that starts after the first look for one', async () => {
  const contract = counting(2, { when: 'background', requires: 2 });
  const older = await startProcess([counting(1)]);
  const real = new ProcessStore(createProcessModel(database.connection));
  const processes = {
    list: async (now: Date) => {
      const found = await real.list(now);
      if (found.length === 0) await older.prepare();
      return found;
    },
  };
  await continueMigrations(
    {
      processes,
      connection: database.connection,
      log: createLogger('silent'),
      holder: 'newer',
      store: new MigrationStore(createMigrationModels(database.connection)),
      clock: adjustableClock(),
      signal: new AbortController().signal,
    },
    [counting(1), contract],
  );
  expect(contract.runs).toBe(0);
});

it('one that another process completed between the list and the lease does not run again', async () => {
  const first = counting(1);
  const second = counting(1);
  const store = new MigrationStore(createMigrationModels(database.connection));
  const list = store.list.bind(store);
  vi.spyOn(store, 'list').mockImplementationOnce(async () => {
    const before = await list();
    await (await startProcess([first])).prepare();
    return before;
  });
  await continueMigrations(
    {
      store,
      connection: database.connection,
      log: createLogger('silent'),
      holder: 'second',
      processes: new ProcessStore(createProcessModel(database.connection)),
      clock: adjustableClock(),
      signal: new AbortController().signal,
    },
    [second],
  );
  expect([first.runs, second.runs]).toEqual([1, 0]);
});

it('an older process works on while a newer one has added to the schema', async () => {
  await (await startProcess([counting(1), counting(2)])).prepare();
  await expect((await startProcess([counting(1)])).prepare()).resolves.toBeUndefined();
});

it('a migration that was changed after it ran is refused', async () => {
  await (await startProcess([counting(1)])).prepare();
  const renamed = await startProcess([counting(1, { name: 'another' })]);
  await expect(renamed.prepare()).rejects.toThrow(
    'Migration 1 of this version of Hark, "another", is not the one that the database has recorded, "migration 1".',
  );
});

it('processes are announced while they are there', async () => {
  const schema = await startProcess([counting(7)]);
  await schema.prepare();
  expect(await collection('processes').find().toArray()).toMatchObject([
    { role: 'worker', version: 7, pid: process.pid, working: false },
  ]);
  await schema.begin();
  expect(await collection('processes').findOne()).toMatchObject({ working: true });
  await schema.close();
  expect(await collection('processes').countDocuments()).toBe(0);
});

it('a process that does not accept the secret of another one says so', async () => {
  const log = createLogger('silent');
  const error = vi.spyOn(log, 'error');
  await (await startProcess([], 0, ['old'])).prepare();
  await (await startProcess([], 0, ['new', 'old'], log)).prepare();
  expect(error).not.toHaveBeenCalled();
  await (await startProcess([], 0, ['old'], log)).prepare();
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { others: [expect.stringContaining(String(process.pid))] },
    expect.stringContaining('Give all processes the same SESSION_SECRET'),
  );
});

it('the index sums of older versions is dropped, and its absence is no error', async () => {
  const migrations = allMigrations(NO_MIGRATION_NEEDS);
  await collection('campaigns').createIndexes([{ key: { userId: 1, status: 1 }, name: 'sums' }]);
  await (await startProcess(migrations)).continue();
  expect((await collection('campaigns').indexes()).map(({ name }) => name)).toEqual(['_id_']);
  await collection('migrations').deleteMany({});
  await (await startProcess(migrations)).continue();
  expect((await recorded()).every(({ finishedAt }) => finishedAt instanceof Date)).toBe(true);
});

it('contacts of older versions get their window class, and others keep theirs', async () => {
  const contacts = Array.from({ length: 2_500 }, (_, n) => ({
    phone: `1212${String(5_550_000 + n)}`,
    fields: { state: n % 2 === 0 ? 'NY' : 'NJ' },
    ...(n === 3 && { window: 'kept' }),
  }));
  await collection('contacts').insertMany(contacts as never);
  await collection('contacts').insertOne({ erased: true } as never);
  const keyOf = vi.fn(({ state = '' }: { state?: string | undefined }) => `class of ${state}`);
  const schema = await startProcess(allMigrations({ ...NO_MIGRATION_NEEDS, keyOf }));
  await schema.continue();
  const byWindow = await collection('contacts')
    .aggregate<{ _id: string; count: number }>([{ $sortByCount: '$window' }])
    .toArray();
  expect(Object.fromEntries(byWindow.map(({ _id, count }) => [_id, count]))).toEqual({
    'class of NY': 1_250,
    'class of NJ': 1_249,
    kept: 1,
    null: 1,
  });
});

it('the numbers of the migrations are unique', async () => {
  const migrations = allMigrations(NO_MIGRATION_NEEDS);
  expect(new Set(migrations.map(({ id }) => id)).size).toBe(migrations.length);
  const schema = await startProcess(migrations);
  await createIndexes(schema);
});

it('final calls of earlier versions get the key of their result, others stay as they are', async () => {
  const calls = [
    { status: 'failed', code: '4006', reason: 'Busy', expected: '4006' },
    { status: 'failed', code: '', reason: 'No report', expected: 'no-report' },
    { status: 'failed', code: '9999', reason: 'Something new', expected: 'other' },
    { status: 'failed', expected: 'other' },
    { status: 'success', code: '0', reason: '', expected: 'delivered' },
    { status: 'failed', code: '4002', reason: 'Mailbox full', resultKey: '4002', expected: '4002' },
    { status: 'pending', expected: undefined },
    { status: 'cancelled', expected: undefined },
  ];
  const rows = calls.map((call, seq) => ({ ...call, campaignId: 'c', seq }));
  await database.connection.collection('contacts').insertMany(rows);
  await storeResultKeys.run({
    connection: database.connection,
    log: createLogger('silent'),
    position: null,
    checkpoint: () => Promise.resolve(),
  });
  const stored = await database.connection.collection('contacts').find().sort({ seq: 1 }).toArray();
  expect(stored.map((row): unknown => row['resultKey'])).toEqual(calls.map(({ expected }) => expected));
});
