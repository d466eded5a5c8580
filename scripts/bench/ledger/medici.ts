import type { BenchDatabase } from '../data/database.ts';
import type { LedgerContender } from './ledger-contender.ts';
import { peers } from './peers.ts';

interface Entry {
  credit(account: string, amount: number): Entry;
  debit(account: string, amount: number): Entry;
  commit(): Promise<unknown>;
}

interface Medici {
  Book: new (name: string) => { entry(memo: string): Entry };
  initModels(): Promise<void>;
}

interface Mongoose {
  default: {
    connect(uri: string, options: { writeConcern: { w: 'majority'; journal: true } }): Promise<unknown>;
    disconnect(): Promise<void>;
  };
}

/** medici, double-entry bookkeeping on mongoose: a journal and two transactions per entry, without a balance check. */
export async function createMedici({ uri }: BenchDatabase): Promise<LedgerContender> {
  const { default: mongoose } = await peers.load<Mongoose>('mongoose');
  const { Book, initModels } = await peers.load<Medici>('medici');
  await mongoose.connect(uri, { writeConcern: { w: 'majority', journal: true } });
  await initModels();
  const book = new Book('credits');
  return {
    name: 'medici',
    slow: true,
    append: (account) => book.entry('deduct').debit(`held:${account}`, 40).credit('spent', 40).commit(),
    close: () => mongoose.disconnect(),
  };
}
