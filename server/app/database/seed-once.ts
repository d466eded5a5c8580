import type { Database } from './database.ts';
import type { Env } from '#server/app/env/env.ts';

/** Calls `seed` once for a local database that is empty, and again if it was interrupted; returns what it does. */
export async function seedOnce<Account>(
  env: Env,
  { connection }: Database,
  seed: () => Promise<Account>,
): Promise<Account | undefined> {
  if (!isAllLocal(env)) return undefined;
  const seeds = connection.collection<{ _id: string; done: boolean }>('seeds');
  const known = await seeds.findOne({ _id: 'demo' });
  const empty = (await connection.collection('users').countDocuments({}, { limit: 1 })) === 0;
  if (known?.done === true || (known === null && !empty)) return undefined;
  await seeds.updateOne({ _id: 'demo' }, { $set: { done: false } }, { upsert: true });
  const account = await seed();
  await seeds.updateOne({ _id: 'demo' }, { $set: { done: true } });
  return account;
}

/** The demo needs test cards, numbers and voices of the emulators, and must not cost money. */
function isAllLocal({ local: { database: _any, mail: _its, ...others } }: Env): boolean {
  return Object.values(others).every((local) => local);
}
