import { createCreditEventModel } from '#server/features/credits/stream/credit-event-store.ts';
import { createHark } from './hark.ts';
import type { BenchDatabase } from '../data/database.ts';
import type { LedgerContender } from './ledger-contender.ts';

/** The baseline: the driver inserting a similar document with the same durability and only the `_id` index. */
export async function createRaw({ connection }: BenchDatabase): Promise<LedgerContender> {
  const sample = await sampleEvent(connection);
  const collection = connection.collection('raw');
  return {
    name: 'raw insertOne',
    slow: false,
    append: (account) => collection.insertOne({ ...sample, streamId: account }),
    close: () => Promise.resolve(),
  };
}

/** The same into a collection with the indexes of the ledger, to say how much of an append is theirs. */
export async function createRawWithIndexes({ connection }: BenchDatabase): Promise<LedgerContender> {
  const sample = await sampleEvent(connection);
  const model = connection.model('RawEvent', createCreditEventModel(connection).schema, 'raw_with_indexes');
  await model.createIndexes();
  const collection = model.collection;
  let n = 0;
  return {
    name: 'raw insertOne, all indexes',
    slow: false,
    append(account) {
      n += 1;
      const version = { version: n, key: `deduct:${String(n)}` };
      return collection.insertOne({
        ...sample,
        ...version,
        _id: `${account}:${String(n)}` as never,
        streamId: account,
      });
    },
    close: () => Promise.resolve(),
  };
}

/** An event as stored by the ledger, without its `_id`. */
async function sampleEvent(connection: BenchDatabase['connection']): Promise<Record<string, unknown>> {
  const hark = await createHark({ connection });
  await hark.append('sample');
  await hark.close();
  const stored = await connection.collection('credit_events').findOne({ streamId: 'sample', type: 'deduct' });
  const { _id, ...event } = stored ?? {};
  return event;
}
