import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { withDatabaseCut } from './database-cut.ts';

test('writes go on after a backup whose copy of the files fails', async () => {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'hark-cut-'));
  const settings = { MONGODB_URI: undefined, DATA_DIR: join(folder, 'absent') };
  const cut = { connection: database.connection, folder: join(folder, 'copy') };
  await expect(withDatabaseCut(settings, cut, () => Promise.resolve())).rejects.toMatchObject({
    code: 'ENOENT',
  });
  const { insertedId } = await database.connection.collection('written').insertOne({ by: 'test' });
  expect(await database.connection.collection('written').findOne({ _id: insertedId })).toMatchObject({
    by: 'test',
  });
  await database.stop();
  await rm(folder, { recursive: true });
});
