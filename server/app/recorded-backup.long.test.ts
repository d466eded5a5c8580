import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openForCommand } from '#server/app/database/command-database.ts';
import { openDatabase } from '#server/app/database/database.ts';
import { createUpkeepModel, UpkeepStore } from '#server/platform/observability/upkeep/upkeep-store.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';

test('a complete backup is recorded for the metrics, and a refused one is not', async () => {
  const { backup } = await buildHark();
  const folder = await mkdtemp(join(tmpdir(), 'hark-recorded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [DATA_DIR, target] = [join(folder, 'data'), join(folder, 'backup')];
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  const env = { PATH, HOME, XDG_CACHE_HOME, DATA_DIR, LOG_LEVEL: 'warn' };
  const run = () => promisify(execFile)(process.execPath, [backup, target], { env });
  const last = async () => {
    const { connection, close } = await openForCommand({ DATA_DIR, MONGODB_URI: undefined });
    try {
      return await new UpkeepStore(createUpkeepModel(connection)).last('backup');
    } finally {
      await close();
    }
  };
  // A command creates none.
  const database = await openDatabase({ DATA_DIR, MONGODB_URI: undefined });
  await database.connection.collection('users').insertOne({ email: 'ana@example.com' });
  await database.close();
  await run();
  const recorded = await last();
  expect(recorded).toEqual({ _id: 'backup', at: expect.any(Date) as Date });
  // The folder is not empty any more.
  await expect(run()).rejects.toThrow('not empty');
  expect(await last()).toEqual(recorded);
}, 240_000);
