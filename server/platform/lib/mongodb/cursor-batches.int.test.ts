import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { batchesOf } from './cursor-batches.ts';

const COUNT = 25;
const numbers = Array.from({ length: COUNT }, (_, n) => n);

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await collection().insertMany(numbers.map((n) => ({ n })));
});
afterAll(() => database.stop());

const collection = () => database.connection.collection<{ n: number }>('numbers');
const inOrder = () => collection().find().sort({ n: 1 }).batchSize(10);

test('all documents arrive once and in order, a batch at a time', async () => {
  const cursor = inOrder();
  const batches: number[][] = [];
  for await (const batch of batchesOf(cursor)) batches.push(batch.map(({ n }) => n));
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(batches.flat()).toEqual(numbers);
  expect(cursor.closed).toBe(true);
});

test('the next batch is read while the caller has one, and not the one after it', async () => {
  const cursor = inOrder();
  const batches = batchesOf(cursor);
  await batches.next();
  await expect.poll(() => cursor.bufferedCount()).toBe(10);
  await batches.next();
  await expect.poll(() => cursor.bufferedCount()).toBe(5);
  await batches.return(undefined);
});

test('nothing arrives from an empty cursor', async () => {
  for await (const _ of batchesOf(collection().find({ n: COUNT }))) throw new Error('arrived');
});

test('the cursor is closed when the caller ends early', async () => {
  const cursor = inOrder();
  for await (const _ of batchesOf(cursor)) break;
  expect(cursor.killed).toBe(true);
});

test('an error of the database is thrown', async () => {
  const wrong = collection().find({ $nothing: 1 } as never);
  await expect(batchesOf(wrong).next()).rejects.toThrow('$nothing');
});
