import type { Document } from 'bson';
import { expect, test } from 'vitest';
import { startReplicaSetStub } from '#server/testing/fakes/replica-set-stub.ts';
import { connectDatabase } from './database.ts';

test.each([
  '',
  'readPreference=secondary&maxStalenessSeconds=120&readConcernLevel=available&w=0&j=false&wtimeout=1',
])('what is read is the newest and what is written lasts, whatever the URI says: %s', async (options) => {
  const sent: Document[] = [];
  const cursor = { id: 0n, ns: 'hark.users', firstBatch: [] };
  const stub = await startReplicaSetStub((command) => {
    sent.push(command);
    return { ok: 1, n: 1, cursor };
  });
  const connection = await connectDatabase(`${stub.uri}&${options}`);
  const users = connection.collection('users');
  await users.findOne({});
  await users.aggregate([]).toArray();
  await users.insertOne({ a: 1 });
  const [find, aggregate, insert] = ['find', 'aggregate', 'insert'].map((name) =>
    sent.find((command) => name in command),
  );
  for (const read of [find, aggregate]) {
    expect(read?.['$readPreference'] ?? { mode: 'primary' }).toEqual({ mode: 'primary' });
    expect(read?.['readConcern'] ?? { level: 'local' }).toEqual({ level: 'local' });
  }
  expect(insert?.['writeConcern']).toEqual({ w: 'majority', j: true });
  await connection.close();
  await stub.close();
});
