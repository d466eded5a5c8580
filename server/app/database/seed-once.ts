import type { Database } from './database.ts';
import type { Env } from '#server/app/env/env.ts';
import { seedDemo, type SeedOptions } from '#server/app/seed/seed-demo.ts';

/** Seeds a local database once, and returns its account if this call did so; an interrupted seed is resumed. */
export async function seedOnce(
  env: Env,
  { connection }: Database,
  seeding: SeedOptions,
): Promise<{ email: string; password: string } | undefined> {
  if (!isAllLocal(env)) return undefined;
  const seeds = connection.collection<{ _id: string; done: boolean }>('seeds');
  const seed = await seeds.findOne({ _id: 'demo' });
  const empty = (await connection.collection('users').countDocuments({}, { limit: 1 })) === 0;
  if (seed?.done === true || (seed === null && !empty)) return undefined;
  await seeds.updateOne({ _id: 'demo' }, { $set: { done: false } }, { upsert: true });
  const user = await seedDemo(seeding);
  await seeds.updateOne({ _id: 'demo' }, { $set: { done: true } });
  return user;
}

/** The demo needs test cards, numbers and voices of the emulators, and must not cost money. */
function isAllLocal({ local: { database: _any, mail: _its, ...others } }: Env): boolean {
  return Object.values(others).every((local) => local);
}
