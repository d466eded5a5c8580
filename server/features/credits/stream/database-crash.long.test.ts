import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startEmbeddedMongodb } from '#server/emulators/mongodb/mongodb.ts';
import type { CreditCommand } from '#server/features/credits/commands.ts';
import { createCreditEventModel, storedEvents } from './credit-event-store.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import { adjustBy } from '#server/features/credits/testing/given.ts';
import { auditOf, createLedgerIndexes, testLedger } from '#server/features/credits/testing/test-ledger.ts';

const KILLS = 5;
const CALLERS = 32;
/** Acknowledged commands between two kills. */
const COMMANDS_PER_KILL = 300;

let dataDir: string;
let engine: Awaited<ReturnType<typeof startEmbeddedMongodb>>;
let connection: Connection;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hark-credits-'));
  engine = await startEmbeddedMongodb({ dataDir });
  connection = await connectDatabase(engine.address);
  await createLedgerIndexes(connection);
});
afterAll(async () => {
  await connection.close();
  await engine.release();
  await rm(dataDir, { recursive: true });
});

test(
  'a database killed under load loses no acknowledged event and writes none twice',
  { timeout: 120_000 },
  async () => {
    const streamIds = [newId(), newId()];
    const ledger = testLedger(connection);
    const acknowledged: string[] = [];
    let kills = 0;
    const caller = async (number: number): Promise<void> => {
      for (let n = 0; kills < KILLS; n += 1) {
        const streamId = streamIds[n % 2] ?? '';
        const command = adjustBy(1, `adjust:${String(number)}-${String(n)}`);
        const version = await executeUntilKnown(ledger, streamId, command);
        acknowledged.push(`${streamId} ${command.key} ${String(version)}`);
      }
    };
    const callers = Promise.all(Array.from({ length: CALLERS }, (_, number) => caller(number)));
    for (; kills < KILLS; kills += 1) {
      const before = acknowledged.length;
      await vi.waitUntil(() => acknowledged.length > before + COMMANDS_PER_KILL, { timeout: 60_000 });
      process.kill(await databasePid(), 'SIGKILL');
    }
    await callers;

    const events = await storedEvents(createCreditEventModel(connection)).find().toArray();
    const stored = events.map(({ streamId, key, version }) => `${streamId} ${key} ${String(version)}`);
    expect(acknowledged.toSorted()).toEqual(stored.toSorted());
    for (const streamId of streamIds) expect((await auditOf(connection, streamId)).differences).toEqual([]);
  },
);

/** Retries with the same key while the outcome is unknown. Returns the event's version. */
async function executeUntilKnown(
  ledger: CreditLedger,
  streamId: string,
  command: CreditCommand,
): Promise<number> {
  for (;;) {
    try {
      const result = await ledger.execute(streamId, command);
      if (!result.ok) throw new Error(`refused: ${result.refusal.type}`);
      return result.event.version;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error;
    }
  }
}

async function databasePid(): Promise<number> {
  const state = JSON.parse(await readFile(join(dataDir, 'run/mongodb.json'), 'utf8')) as {
    serving: { pid: number };
  };
  return state.serving.pid;
}
