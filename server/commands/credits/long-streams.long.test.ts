import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { createAdjustmentModel } from '#server/features/credits/adjustments/adjustment-model.ts';
import { evolve, INITIAL_STATE } from '#server/features/credits/evolve.ts';
import { createCreditEventModel, storedEvents } from '#server/features/credits/stream/credit-event-store.ts';
import { EMPTY_HEAD, recordEvent } from '#server/features/credits/stream/record.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';

const EVENTS = 100_000;
/** The commands read every event, on a machine that also runs other tests. */
const TIMEOUT_MS = 900_000;
/** Enough for the program itself; the events of the long stream need twice as much. */
const HEAP_MB = 80;
const BATCH = 2_000;
const [FIRST, LONG, LAST] = ['a-first', 'b-long', 'c-last'];
const REASON = 'A correction of many, with a reason as people write them';

let script: string;
let database: TestDatabase;

beforeAll(async () => {
  ({ credits: script } = await buildHark());
  database = await testDatabase();
  const { credits } = composeTestFeatures(database.connection);
  await createIndexes(credits);
  await fill(FIRST, 1);
  await fill(LONG, EVENTS);
  await fill(LAST, 1);
}, TIMEOUT_MS);
afterAll(() => database.stop());

/** Inserts corrections with their records, and the events that they caused. */
async function fill(streamId: string, events: number): Promise<void> {
  const { connection } = database;
  const stored = storedEvents(createCreditEventModel(connection));
  const records = connection.collection<{ _id: string }>(createAdjustmentModel(connection).collection.name);
  let [head, state, batch] = [EMPTY_HEAD, INITIAL_STATE, [] as CreditEvent[]];
  for (let n = 1; n <= events; n++) {
    const facts = { type: 'adjust', amount: n, reason: REASON } as const;
    const command = { ...facts, key: `adjust:${streamId}-${String(n)}` };
    const event = recordEvent(streamId, head, state, {
      command,
      facts,
      now: new Date(1_790_000_000_000 + n),
    });
    state = evolve(state, facts);
    head = event;
    batch.push(event);
    if (batch.length < BATCH && n < events) continue;
    const common = { streamId, reason: REASON, by: 'test', outcome: 'done' };
    await Promise.all([
      stored.insertMany(batch),
      records.insertMany(batch.map(({ key, amount, at }) => ({ _id: key, ...common, amount, at }))),
    ]);
    batch = [];
  }
}

/** Starts `npm run credits -- …` with little memory. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [`--max-old-space-size=${String(HEAP_MB)}`, script, ...args], {
    env: { ...process.env, MONGODB_URI: database.uri, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return { child, err: () => err };
}

/** Runs a command to its end; of its output, only the number of lines and the last one are kept. */
async function run(...args: string[]) {
  const { child, err } = start(...args);
  let [lines, last] = [0, ''];
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) [lines, last] = [lines + 1, line];
  const [code] = (await closed) as [number | null];
  return { code, lines, last, err: err() };
}

test('a long stream is replayed in little memory', { timeout: TIMEOUT_MS }, async () => {
  const table = await run('replay', LONG);
  expect(table).toMatchObject({ code: 0, lines: EVENTS + 2 });
  expect(table.last).toMatch(/^100,000 events: 5,000,050,000 available, 0 held\.$/);
  expect(table.err).toContain('100,000 events');
  expect(await run('replay', LONG, '--json')).toMatchObject({ code: 0, last: '}' });
});

test('a long stream is audited in little memory', { timeout: TIMEOUT_MS }, async () => {
  expect(await run('audit')).toMatchObject({
    code: 0,
    last: 'Audited 3 streams, 100,002 events: no differences.',
  });
});

test('an interrupted audit names the stream to go on with', { timeout: TIMEOUT_MS }, async () => {
  const { child, err } = start('audit');
  const closed = once(child, 'close');
  // The first line of progress is of the long stream.
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await closed).toEqual([1, null]);
  expect(err()).toContain(`Go on with: npm run credits -- audit --from ${LONG}\n`);
  const rest = await run('audit', '--from', LAST);
  expect(rest).toMatchObject({ code: 0, last: 'Audited 1 stream, 1 event: no differences.' });
});
