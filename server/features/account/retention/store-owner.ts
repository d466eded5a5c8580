import { z } from 'zod';
import { parseJson } from '#server/providers/parse-json.ts';
import type { RetentionDeps } from './retention-deps.ts';

/** Names the database whose records decide what is deleted from this store. */
export const OWNER_KEY = 'retention/database.json';
const ownerSchema = z.object({ database: z.string() });

/**
 * Returns whether the object store belongs to this database. An unmarked store with objects is marked for the next sweep and
 * not swept now, so that of two databases with one store, such as a test system with the production's, none deletes at once.
 */
export async function ownsStore({ objects, stored, log }: RetentionDeps, database: string): Promise<boolean> {
  const marker = await objects.read(OWNER_KEY);
  if (marker === undefined) {
    const first = await Promise.all(stored.map(({ prefix }) => objects.list(prefix)));
    if (first.some((page) => page.length > 0))
      await objects.put(OWNER_KEY, Buffer.from(JSON.stringify({ database })), 'application/json');
    return false;
  }
  const owner = ownerSchema.safeParse(parseJson(marker.toString('utf8')));
  if (owner.data?.database === database) return true;
  log.error(
    { key: OWNER_KEY },
    'the object store belongs to another database, so nothing in it is swept; delete this object if that is wrong',
  );
  return false;
}
