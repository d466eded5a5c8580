import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { FULL } from '#server/testing/full.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createCreditEventModel, storedEvents } from './credit-event-store.ts';
import { adjustBy, grantOf } from '#server/features/credits/testing/given.ts';
import { auditOf, createLedgerIndexes, testLedger } from '#server/features/credits/testing/test-ledger.ts';

const ROUNDS = FULL ? 50 : 15;
/** Concurrent processes: while one is killed, the other is under load on the same streams. */
const CONCURRENCY = 2;
const MAX_ACKNOWLEDGED = 100;

let database: TestDatabase;
let script: string;
beforeAll(async () => {
  script = await bundleLoadChild();
  database = await testDatabase();
  await createLedgerIndexes(database.connection);
});
afterAll(async () => {
  await rm(script);
  await database.stop();
});

test(
  `${String(ROUNDS)} processes killed under load lose no acknowledged event and write none twice`,
  { timeout: 300_000 },
  async () => {
    const streamIds = await fundedStreams(3);
    const acknowledged: string[] = [];
    let round = 0;
    const killRounds = async (): Promise<void> => {
      while (round < ROUNDS) {
        round += 1;
        acknowledged.push(...(await killUnderLoad(round, streamIds)));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, killRounds));

    const events = await storedEvents(createCreditEventModel(database.connection)).find().toArray();
    const stored = new Set(
      events.map(({ streamId, key, version }) => `${streamId} ${key} ${String(version)}`),
    );
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    expect(acknowledged.filter((line) => !stored.has(line))).toEqual([]);
    expect(new Set(events.map(({ streamId, key }) => `${streamId} ${key}`)).size).toBe(events.length);
    for (const streamId of streamIds) {
      expect((await auditOf(database.connection, streamId)).differences).toEqual([]);
    }
  },
);

/** Creates streams with enough credits for all rounds. */
async function fundedStreams(count: number): Promise<string[]> {
  const ledger = testLedger(database.connection);
  const streamIds = Array.from({ length: count }, newId);
  for (const streamId of streamIds) {
    await ledger.execute(streamId, grantOf('dominate'));
    await ledger.execute(streamId, adjustBy(1_000_000_000));
  }
  return streamIds;
}

/** Starts a process under load and kills it after a random number of results. Returns the acknowledged commands. */
async function killUnderLoad(round: number, streamIds: string[]): Promise<string[]> {
  const child = spawn(process.execPath, [script, database.uri, String(round), ...streamIds], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const last = Math.ceil(Math.random() * MAX_ACKNOWLEDGED);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === last) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return lines;
}

/** Bundles the child script into one file, so that many processes start quickly. Returns its path. */
async function bundleLoadChild(): Promise<string> {
  const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
  const outfile = path(`../../../../node_modules/.cache/hark-tests/load-child-${String(process.pid)}.mjs`);
  await build({
    entryPoints: [path('../testing/load-child.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  return outfile;
}
