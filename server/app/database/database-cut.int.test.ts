import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BackupError } from '#server/platform/backup/backup-format.ts';
import { startReplicaSetStub } from '#server/testing/fakes/replica-set-stub.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { connectDatabase } from './database.ts';
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

test.each([
  [239, 'SnapshotTooOld'],
  [246, 'SnapshotUnavailable'],
])(
  'a snapshot that the database no longer has (%i) names the setting that keeps it',
  async (code, codeName) => {
    const cursor = { id: 0n, ns: 'hark.$cmd.aggregate', firstBatch: [{ now: new Date() }] };
    const snapshots: unknown[] = [];
    const stub = await startReplicaSetStub((command) => {
      if (!('find' in command)) return { ok: 1, cursor };
      snapshots.push(command['readConcern']);
      return { ok: 0, code, codeName, errmsg: 'the snapshot is gone' };
    });
    const connection = await connectDatabase(stub.uri);
    const settings = { MONGODB_URI: stub.uri, DATA_DIR: '' };
    const failure = await withDatabaseCut(settings, { connection, folder: '' }, ({ db, session }) =>
      db
        .collection('users')
        .find({}, session && { session })
        .toArray(),
    ).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BackupError);
    expect((failure as Error).message).toMatch(/^Nothing was backed up: .*minSnapshotHistoryWindowInSeconds/);
    expect(snapshots).toEqual([{ level: 'snapshot' }]);
    await connection.close();
    await stub.close();
  },
);

test('the setting that is named is one of the database', async () => {
  const database = await testDatabase();
  const parameter = { getParameter: 1, minSnapshotHistoryWindowInSeconds: 1 };
  expect(await database.connection.getClient().db('admin').command(parameter)).toMatchObject({
    minSnapshotHistoryWindowInSeconds: expect.any(Number) as number,
  });
  await database.stop();
});
