import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import type { CreditEventModel } from './credit-event-model.ts';
import { createCreditEventStore } from './credit-event-store.ts';
import type { CreditEvent } from '#server/credits/events.ts';

/** A store whose inserts of many meet a duplicate key at `index`, with or without a failed write concern beside it. */
function storeThatMeets(index: number, writeConcernError: object | undefined) {
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

test('an append that meets a duplicate says how many events it wrote before', async () => {
  expect(await storeThatMeets(2, undefined).append(batch)).toBe(2);
});

test('an append that was not acknowledged as durable says nothing, also where it met a duplicate', async () => {
  await expect(storeThatMeets(2, { code: 64 }).append(batch)).rejects.toThrow('E11000');
});
