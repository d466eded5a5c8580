import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { ContactSource } from './contact-source.ts';
import type { PreparedCampaign } from '#server/campaigns/preparation/preparation-store.ts';
import type { Heartbeat } from '#server/campaigns/preparation/prepare.ts';

/** Concurrent inserts: the next batch is prepared while the database stores one. */
const MAX_CONCURRENT_INSERTS = 2;

/**
 * Stores the validated contacts of a list under their reserved numbers; returns how many. Throws only after all inserts
 * have ended, so that an undo misses none.
 */
export async function storeContacts(
  { contacts }: Pick<CampaignsDeps, 'contacts'>,
  { _id: campaignId, nextSeq, preparing: { preparationId, run, calls, kind } }: PreparedCampaign,
  source: ContactSource,
  heartbeat: Heartbeat,
): Promise<number> {
  const inFlight = new Set<Promise<void>>();
  const numbered = { campaignId, preparationId, run, later: kind !== 'create' };
  let firstSeq = nextSeq - calls;
  try {
    for await (const batch of source.contacts()) {
      if (inFlight.size === MAX_CONCURRENT_INSERTS) await Promise.race(inFlight);
      await heartbeat();
      const insert = contacts.insert({ ...numbered, firstSeq, contacts: batch });
      inFlight.add(insert);
      // A failed insert stays in the set, so that the next wait throws its error.
      insert.then(
        () => inFlight.delete(insert),
        () => undefined,
      );
      firstSeq += batch.length;
    }
    await Promise.all(inFlight);
  } finally {
    await Promise.allSettled(inFlight);
  }
  return calls;
}
