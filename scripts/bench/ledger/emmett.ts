import type { BenchDatabase } from '../data/database.ts';
import type { LedgerContender } from './ledger-contender.ts';
import { peers } from './peers.ts';

interface Deducted {
  type: 'deducted';
  data: { amount: number; campaignId: string };
}

interface Emmett {
  CommandHandler(options: {
    evolve: (spent: number, event: Deducted) => number;
    initialState: () => number;
    retry: { onVersionConflict: { retries: number; minTimeout: number; factor: number } };
  }): (store: unknown, streamName: string, handle: (spent: number) => Deducted) => Promise<unknown>;
}

interface EmmettMongodb {
  getMongoDBEventStore(options: {
    connectionString: string;
    clientOptions: { writeConcern: { w: 'majority'; journal: true } };
  }): { close(): Promise<void> };
}

/**
 * emmett with its MongoDB store: reads the stream, decides, appends at the expected version and retries on a
 * conflict.
 */
export async function createEmmett({ uri }: BenchDatabase): Promise<LedgerContender> {
  const { CommandHandler } = await peers.load<Emmett>('@event-driven-io/emmett');
  const { getMongoDBEventStore } = await peers.load<EmmettMongodb>('@event-driven-io/emmett-mongodb');
  const store = getMongoDBEventStore({
    connectionString: uri,
    clientOptions: { writeConcern: { w: 'majority', journal: true } },
  });
  const handle = CommandHandler({
    evolve: (spent, event) => spent + event.data.amount,
    initialState: () => 0,
    retry: { onVersionConflict: { retries: 1_000, minTimeout: 1, factor: 1 } },
  });
  return {
    name: 'emmett',
    slow: true,
    append: (account) =>
      handle(store, `credits:${account}`, () => ({
        type: 'deducted',
        data: { amount: 40, campaignId: 'campaign' },
      })),
    close: () => store.close(),
  };
}
