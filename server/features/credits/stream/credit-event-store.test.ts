import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import { type CreditEventModel, createCreditEventStore } from './credit-event-store.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';

/** Creates a store whose `insertMany` fails with a duplicate key at `index`, with or without a write concern error. */
function storeWithDuplicate(index: number, writeConcernError: object | undefined) {
  const result = { getWriteConcernError: () => writeConcernError } as unknown as mongo.BulkWriteResult;
  const writeErrors = [{ index }] as unknown as mongo.WriteError[];
  const failure = new mongo.MongoBulkWriteError({ message: 'E11000', code: 11_000, writeErrors }, result);
  const collection = () => ({ insertMany: () => Promise.reject(failure) });
  return createCreditEventStore({
    db: { collection },
    collection: { name: 'credit_events' },
  } as unknown as CreditEventModel);
}

const batch = ['1', '2', '3'].map((_id) => ({ _id })) as unknown as CreditEvent[];

test('an append that fails on a duplicate returns the number of events written before it', async () => {
  expect(await storeWithDuplicate(2, undefined).append(batch)).toBe(2);
});

test('an append with a write concern error throws, even if it failed on a duplicate', async () => {
  await expect(storeWithDuplicate(2, { code: 64 }).append(batch)).rejects.toThrow('E11000');
});
