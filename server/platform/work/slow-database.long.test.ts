import mongoose from 'mongoose';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startDatabaseProxy } from '#server/testing/fakes/severable-proxy.ts';
import { database, jobsLeft, newJobs, startWorker, useWorkers, workers } from './testing/test-workers.ts';

/** Of each command, in each direction. */
const DELAY_MS = 600;
/** Together they take longer than a lock lives without heartbeats. */
const COMMANDS = 10;
const CAMPAIGNS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
/** More than a worker has in hand of one kind while the database takes over a second. */
const MANY = Array.from({ length: 24 }, (_, n) => `many-${String(n)}`);

useWorkers();

test('settlements are begun once and do not fail while every command takes over a second', async () => {
  const proxy = await startDatabaseProxy(database.uri, DELAY_MS);
  const uri = new URL(proxy.uri);
  uri.pathname = new URL(database.uri).pathname;
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) });
  const begun: string[] = [];
  const ended: string[] = [];
  const connections = [];
  for (const name of ['one', 'other']) {
    const connection = await mongoose.createConnection(uri.href).asPromise();
    connections.push(connection);
    const settleCampaign = async (campaignId: string) => {
      begun.push(campaignId);
      for (let command = 0; command < COMMANDS; command += 1) await connection.db?.command({ ping: 1 });
      ended.push(campaignId);
    };
    await startWorker(name, [], { settleCampaign }, { connection, log });
  }
  const { queue } = await newJobs();
  for (const id of CAMPAIGNS) await queue.settle(id);
  await expect.poll(jobsLeft, { timeout: 100_000, interval: 100 }).toBe(0);
  expect(begun.toSorted()).toEqual(CAMPAIGNS);
  expect(ended.toSorted()).toEqual(CAMPAIGNS);
  expect(errors).toEqual([]);
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  for (const connection of connections) await connection.close();
  await proxy.close();
}, 150_000);

/** Settles campaigns in one worker behind a delay; returns how many it settled at a time, at most, and those it failed. */
async function settledAtOnce(
  delayMs: number,
): Promise<{ most: number; settled: string[]; errors: string[] }> {
  const proxy = await startDatabaseProxy(database.uri, delayMs);
  const uri = new URL(proxy.uri);
  uri.pathname = new URL(database.uri).pathname;
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) });
  const connection = await mongoose.createConnection(uri.href).asPromise();
  const settled: string[] = [];
  let [now, most] = [0, 0];
  const { queue } = await newJobs();
  for (const id of MANY) await queue.settle(id);
  const settleCampaign = async (campaignId: string) => {
    most = Math.max(most, (now += 1));
    for (let command = 0; command < 3; command += 1) await connection.db?.command({ ping: 1 });
    settled.push(campaignId);
    now -= 1;
  };
  await startWorker('one', [], { settleCampaign }, { connection, log });
  await expect.poll(jobsLeft, { timeout: 100_000, interval: 100 }).toBe(0);
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await connection.close();
  await proxy.close();
  return { most, settled: settled.toSorted(), errors };
}

test('a worker has fewer jobs in hand while the database is slow, and loses none', async () => {
  const fast = await settledAtOnce(0);
  const slow = await settledAtOnce(DELAY_MS);
  const all = { settled: MANY.toSorted(), errors: [] };
  expect([fast, slow]).toMatchObject([all, all]);
  expect(slow.most).toBeLessThanOrEqual(8);
  expect(fast.most).toBeGreaterThan(slow.most);
}, 150_000);
