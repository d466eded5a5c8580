import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import { isDuplicateKey, isDuplicatesOnly, isInserted } from './mongo-errors.ts';

const duplicate = new mongo.MongoServerError({ message: 'E11000', code: 11_000 });
const outdated = new mongo.MongoServerError({ message: 'not primary', code: 10_107 });

function bulkError(codes: number[], writeConcernError?: object): mongo.MongoBulkWriteError {
  const writeErrors = codes.map((code, index) => ({ code, index })) as unknown as mongo.WriteError[];
  const result = { getWriteConcernError: () => writeConcernError } as unknown as mongo.BulkWriteResult;
  return new mongo.MongoBulkWriteError({ message: 'failed', code: codes[0] ?? 0, writeErrors }, result);
}

test('only an error of the server with code 11000 is a duplicate key', () => {
  expect([duplicate, bulkError([11_000])].map(isDuplicateKey)).toEqual([true, true]);
  expect([outdated, new Error('E11000'), undefined].map(isDuplicateKey)).toEqual([false, false, false]);
});

test('a bulk write with another write error or a failed write concern has not failed on duplicates only', () => {
  expect(isDuplicatesOnly(bulkError([11_000, 11_000]))).toBe(true);
  expect(isDuplicatesOnly(bulkError([11_000, 121]))).toBe(false);
  expect(isDuplicatesOnly(bulkError([11_000], { code: 64 }))).toBe(false);
  expect(isDuplicatesOnly(duplicate)).toBe(false);
});

test('an insert that fails on a duplicate key returns false, and any other failure is thrown', async () => {
  expect(await isInserted(() => Promise.resolve())).toBe(true);
  expect(await isInserted(() => Promise.reject(duplicate))).toBe(false);
  await expect(isInserted(() => Promise.reject(outdated))).rejects.toBe(outdated);
});
