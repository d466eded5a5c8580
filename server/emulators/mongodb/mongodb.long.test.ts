import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import type mongoose from 'mongoose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { createHealthRouter } from '#server/platform/http/health.ts';
import { readHandshake } from '#server/emulators/process/sidecar-handshake.ts';
import type { Sidecar } from '#server/emulators/process/sidecar.ts';
import { startEmbeddedMongodb } from './mongodb.ts';

const WAIT = { timeout: 20_000, interval: 100 };

let dataDir: string;
let mongodb: Sidecar;
let connection: mongoose.Connection;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hark-mongodb-'));
  mongodb = await startEmbeddedMongodb({ dataDir });
  connection = await connectDatabase(mongodb.address);
});

afterEach(async () => {
  await connection.close();
  await mongodb.release();
  await rm(dataDir, { recursive: true });
});

const signalEngine = async (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
  const pid = (await readHandshake(join(dataDir, 'run/mongodb.json')))?.serving?.pid;
  if (pid === undefined) throw new Error('No engine is running');
  process.kill(pid, signal);
};

test('only the owner of the data folder may open its socket, even if the path is too long for a socket', async () => {
  const deep = join(dataDir, 'd'.repeat(120));
  const other = await startEmbeddedMongodb({ dataDir: deep });
  try {
    for (const { address } of [mongodb, other]) {
      const path = decodeURIComponent(new URL(address).host);
      expect((await stat(path)).isSocket()).toBe(true);
      const modes = await Promise.all(
        [path, join(path, '..')].map(async (name) => (await stat(name)).mode & 0o777),
      );
      expect(modes).toEqual([0o600, 0o700]);
    }
  } finally {
    await other.release();
  }
});

test('its address is in DATA_DIR/mongodb.uri', async () => {
  const socket = encodeURIComponent(join(dataDir, 'run', 'mongodb.sock'));
  expect(mongodb.address).toBe(`mongodb://${socket}/?directConnection=true`);
  expect(await readFile(join(dataDir, 'mongodb.uri'), 'utf8')).toBe(`${mongodb.address}\n`);
});

test('after kill -9 the connection recovers and every acknowledged write is stored', async () => {
  const notes = connection.collection<{ n: number }>('notes');
  const acknowledged: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const writes = Array.from({ length: 200 }, async (_, index) => {
      const n = round * 200 + index;
      await notes.insertOne({ n });
      acknowledged.push(n);
      if (index === 100) await signalEngine('SIGKILL');
    });
    await Promise.allSettled(writes);
    await vi.waitFor(() => notes.countDocuments(), { timeout: 10_000 });
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(3);
  const stored = new Set((await notes.find().toArray()).map(({ n }) => n));
  expect(acknowledged.filter((n) => !stored.has(n))).toEqual([]);
});

test('readyz returns 503 soon while the database does not respond', async () => {
  const server = express()
    .use(
      createHealthRouter(connection, {
        isClockInSync: () => true,
        isDiskFull: () => Promise.resolve(false),
        isCallingStopped: () => Promise.resolve(false),
      }),
    )
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const readyz = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/readyz`;
  try {
    await signalEngine('SIGSTOP');
    // Well before the timeout of the driver, which is more than 30 s.
    const response = await fetch(readyz, { signal: AbortSignal.timeout(15_000) });
    expect([response.status, await response.json()]).toEqual([503, { status: 'down', down: ['database'] }]);
    await signalEngine('SIGCONT');
    await vi.waitFor(async () => {
      expect((await fetch(readyz)).status).toBe(200);
    }, WAIT);
  } finally {
    await signalEngine('SIGCONT');
    server.close();
  }
});

test('messages of several megabytes are transferred', async () => {
  const files = connection.collection<{ bytes: Buffer }>('files');
  const bytes = Buffer.alloc(15_000_000, 'hark');
  await files.insertOne({ bytes });
  expect((await files.findOne({}, { promoteBuffers: true }))?.bytes.equals(bytes)).toBe(true);
});

test('queries with several plans succeed even if all of them scan without a match', async () => {
  const rows = connection.collection<{ list: string; n: number; at: number }>('rows');
  await rows.createIndex({ list: 1, n: 1 }, {}, {});
  await rows.createIndex({ list: 1, at: 1 }, {}, {});
  await rows.insertMany(Array.from({ length: 12_000 }, (_, n) => ({ list: 'long', n, at: n })));
  expect(await rows.find({ list: 'long', gone: true }).sort({ n: 1 }).toArray()).toEqual([]);
  expect((await rows.updateMany({ list: 'long', gone: true }, { $set: { n: 0 } })).matchedCount).toBe(0);
  const farDown = await rows.find({ list: 'long' }).sort({ n: 1 }).skip(11_999).toArray();
  expect(farDown.map(({ n }) => n)).toEqual([11_999]);
});
