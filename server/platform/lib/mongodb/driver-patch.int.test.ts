import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

/** Returns the sockets of the driver's idle connections, from its internals. */
function idleSockets(): Socket[] {
  const { topology } = database.connection.getClient() as unknown as {
    topology: { s: { servers: Map<string, { pool: { connections: { toArray(): { socket: Socket }[] } } }> } };
  };
  return [...topology.s.servers.values()].flatMap(({ pool }) =>
    pool.connections.toArray().map(({ socket }) => socket),
  );
}

test('an operation on a connection that is being closed succeeds on another', async () => {
  const notes = database.connection.collection('notes');
  await notes.insertOne({ text: 'kept' });
  const sockets = idleSockets();
  expect(sockets.length).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  await expect(notes.findOne({})).resolves.toMatchObject({ text: 'kept' });
});

test('an operation whose write fails because the server closed a Unix socket is retried', async () => {
  const notes = database.connection.collection('notes');
  await notes.updateOne({}, { $set: { text: 'kept' } }, { upsert: true });
  for (const socket of idleSockets()) {
    socket.write = () => {
      const error = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
      process.nextTick(() => socket.destroy(error));
      return false;
    };
  }
  await expect(notes.findOne({})).resolves.toMatchObject({ text: 'kept' });
});
