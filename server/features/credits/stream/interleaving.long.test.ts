import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { FULL } from '#server/testing/full.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import type { CreditCommand } from '#server/features/credits/commands.ts';
import { createCreditEventModel } from './credit-event-store.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { createHistoryStore } from '#server/features/credits/history/history-store.ts';
import { anyCommand } from '#server/features/credits/testing/arbitrary-commands.ts';
import { auditOf, createLedgerIndexes } from '#server/features/credits/testing/test-ledger.ts';
import type { WriterResult, WriterTask } from '#server/features/credits/testing/writer-child.ts';

const RUNS = FULL ? 25 : 10;
const WRITERS_PER_PROCESS = 4;

let database: TestDatabase;
let children: ChildProcess[];

beforeAll(async () => {
  database = await testDatabase();
  await createLedgerIndexes(database.connection);
  const script = fileURLToPath(new URL('../testing/writer-child.ts', import.meta.url));
  children = Array.from({ length: 2 }, () =>
    fork(script, [database.uri], { execArgv: ['--import', 'tsx'], serialization: 'advanced' }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
});
afterAll(async () => {
  await Promise.all(children.map((child) => (child.disconnect(), once(child, 'exit'))));
  await database.stop();
});

async function inChild(child: ChildProcess, task: WriterTask): Promise<WriterResult> {
  child.send(task);
  const [result] = (await once(child, 'message')) as [WriterResult];
  return result;
}

const process = fc.array(fc.array(anyCommand, { minLength: 1, maxLength: 12 }), {
  minLength: WRITERS_PER_PROCESS,
  maxLength: WRITERS_PER_PROCESS,
});

test('eight writers in two processes keep one stream consistent for any commands and interleaving', async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(process, process), async (processes) => {
      const streamId = newId();
      const results = await Promise.all(
        children.map((child, n) => inChild(child, { streamId, writers: processes[n] ?? [] })),
      );
      const events = await readAll(streamId);
      expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
      expectResults(processes.flat(2), results.flat(2), events);
      expect((await auditOf(database.connection, streamId)).differences).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

/** Expects that each result has the event of its key, and that each event was new to exactly one caller. */
function expectResults(
  commands: CreditCommand[],
  results: WriterResult[number],
  events: CreditEvent[],
): void {
  const fresh: number[] = [];
  commands.forEach((command, index) => {
    const result = results[index];
    const event = events.find(({ key }) => key === command.key);
    if (result?.ok === true) {
      expect(event).toMatchObject(result.event);
      if (!result.repeated) fresh.push(result.event.version);
    } else if (result?.refusal.type === 'KeyConflict') {
      expect(event).toBeDefined();
    }
  });
  expect(fresh.sort((a, b) => a - b)).toEqual(events.map(({ version }) => version));
}

async function readAll(streamId: string): Promise<CreditEvent[]> {
  const events: CreditEvent[] = [];
  const history = createHistoryStore(createCreditEventModel(database.connection));
  for await (const event of history.all(streamId)) events.push(event);
  return events;
}
