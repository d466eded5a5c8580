import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { ContactSource } from './contact-source.ts';
import type { PreparedCampaign } from '#server/campaigns/preparation/preparation-store.ts';
import type { Heartbeat } from '#server/campaigns/preparation/prepare.ts';

/** Inserts under way at once: while the database stores one batch, the next is made ready. */
const LANES = 2;

/**
 * Stores the checked contacts of a list under the numbers reserved for them; answers how many. Where it throws, no insert
 * is under way any more that an undoing could miss.
 */
export async function storeContacts(
  { contacts }: Pick<CampaignsDeps, 'contacts'>,
  { _id: campaignId, nextSeq, preparing: { preparationId, run, calls, kind } }: PreparedCampaign,
  source: ContactSource,
  heartbeat: Heartbeat,
): Promise<number> {
  const underWay = new Set<Promise<void>>();
  const numbered = { campaignId, preparationId, run, later: kind !== 'create' };
  let firstSeq = nextSeq - calls;
  try {
    for await (const batch of source.contacts()) {
      if (underWay.size === LANES) await Promise.race(underWay);
      await heartbeat();
      const insert = contacts.insert({ ...numbered, firstSeq, contacts: batch });
      underWay.add(insert);
      // One that failed stays, to be found by whoever waits next.
      insert.then(
        () => underWay.delete(insert),
        () => undefined,
      );
      firstSeq += batch.length;
    }
    await Promise.all(underWay);
  } finally {
    await Promise.allSettled(underWay);
  }
  return calls;
}
