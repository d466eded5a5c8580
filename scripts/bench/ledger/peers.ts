import type { BenchDatabase } from '../data/systems.ts';
import type { Say } from '../harness/bench.ts';
import { loadPackages } from '../own-packages.ts';

/** Another ledger: durably appends one event to an account in its own format. */
export interface Peer {
  name: string;
  append(account: string): Promise<unknown>;
  close(): Promise<unknown>;
}

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
  default: { connect(uri: string, options: object): Promise<unknown>; disconnect(): Promise<void> };
}

type Handle = (store: unknown, stream: string, handle: () => object) => Promise<unknown>;

interface Emmett {
  CommandHandler(options: object): Handle;
  getMongoDBEventStore(options: object): { close(): Promise<void> };
}

const writeConcern = { w: 'majority', journal: true };

/** Opens the peers on a database; none if they cannot be installed. */
export async function openPeers({ uri }: BenchDatabase, say: Say): Promise<Peer[]> {
  const load = await loadPackages('peers', say);
  if (load === undefined) return [];
  const emmett = await load<Emmett>('@event-driven-io/emmett');
  const mongodb = await load<Emmett>('@event-driven-io/emmett-mongodb');
  return [
    await openMedici(await load('medici'), await load('mongoose'), uri),
    openEmmett({ ...emmett, ...mongodb }, uri),
  ];
}

/** medici, double-entry bookkeeping on mongoose: a journal and two transactions per entry, without a balance check. */
async function openMedici(
  { Book, initModels }: Medici,
  { default: mongoose }: Mongoose,
  uri: string,
): Promise<Peer> {
  await mongoose.connect(uri, { writeConcern });
  await initModels();
  const book = new Book('credits');
  return {
    name: 'medici',
    append: (account) => book.entry('deduct').debit(`held:${account}`, 40).credit('spent', 40).commit(),
    close: () => mongoose.disconnect(),
  };
}

/**
 * emmett with its MongoDB store: reads the stream, decides, appends at the expected version and retries on a
 * conflict.
 */
function openEmmett({ CommandHandler, getMongoDBEventStore }: Emmett, connectionString: string): Peer {
  const store = getMongoDBEventStore({ connectionString, clientOptions: { writeConcern } });
  const handle = CommandHandler({
    evolve: (spent: number, event: { data: { amount: number } }) => spent + event.data.amount,
    initialState: () => 0,
    retry: { onVersionConflict: { retries: 1_000, minTimeout: 1, factor: 1 } },
  });
  const deducted = { type: 'deducted', data: { amount: 40, campaignId: 'campaign' } };
  return {
    name: 'emmett',
    append: (account) => handle(store, `credits:${account}`, () => deducted),
    close: () => store.close(),
  };
}
