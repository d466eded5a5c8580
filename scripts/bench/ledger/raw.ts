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

/** An event as stored by the ledger, without its `_id`. */
async function sampleEvent(connection: BenchDatabase['connection']): Promise<Record<string, unknown>> {
  const hark = await createHark({ connection });
  await hark.append('sample');
  await hark.close();
  const stored = await connection.collection('credit_events').findOne({ streamId: 'sample', type: 'deduct' });
  const { _id, ...event } = stored ?? {};
  return event;
}
