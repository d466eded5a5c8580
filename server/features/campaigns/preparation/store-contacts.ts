import type { Contact } from '#shared/contacts/contact-list.ts';
import type { LeftOutContact } from '#shared/schemas/campaigns/check-list.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { remainingLines } from '#server/features/campaigns/contact-list/invalid-rows.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import { leftOutContact, type Screening } from '#server/features/campaigns/screening/screen-list.ts';
import type { Heartbeat } from './prepare.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { Preparation } from './preparation-model.ts';

/** A campaign whose contacts are stored, and the preparation that does. */
export type StoringCampaign = Pick<CampaignDocument, '_id' | 'nextSeq' | 'columns'> & {
  preparing: Pick<Preparation, 'preparationId' | 'run' | 'calls'> & { kind: string };
};

/** A validated list, and which of its contacts are called. */
export interface ScreenedList {
  source: ContactSource;
  screening: Pick<Screening, 'reasonAt'>;
}

/** Concurrent inserts: the next batch is prepared while the database stores one. */
const MAX_CONCURRENT_INSERTS = 2;

/**
 * Stores the contacts of a list that are called under their reserved numbers, and those that are left out; returns how
 * many are called. Throws only after all inserts have ended, so that an undo misses none.
 */
export async function storeContacts(
  deps: Pick<CampaignsDeps, 'contacts'>,
  campaign: StoringCampaign,
  { source, screening }: ScreenedList,
  heartbeat: Heartbeat,
): Promise<number> {
  const inFlight = new Set<Promise<void>>();
  const lineOf = remainingLines(source.invalid);
  let index = 0;
  let stored = 0;
  try {
    for await (const contacts of source.contacts(campaign.columns)) {
      if (inFlight.size === MAX_CONCURRENT_INSERTS) await Promise.race(inFlight);
      await heartbeat();
      const batch = divide(contacts, index, screening, lineOf);
      const insert = insertBatch(deps, campaign, stored, batch);
      inFlight.add(insert);
      // A failed insert stays in the set, so that the next wait throws its error.
      insert.then(
        () => inFlight.delete(insert),
        () => undefined,
      );
      index += contacts.length;
      stored += batch.called.length;
    }
    await Promise.all(inFlight);
  } finally {
    await Promise.allSettled(inFlight);
  }
  return stored;
}

interface DividedBatch {
  called: Contact[];
  leftOut: LeftOutContact[];
}

/** Divides a batch whose first contact is at `index` of the list. */
function divide(
  contacts: readonly Contact[],
  index: number,
  { reasonAt }: ScreenedList['screening'],
  lineOf: (index: number) => number,
): DividedBatch {
  const batch: DividedBatch = { called: [], leftOut: [] };
  contacts.forEach((contact, at) => {
    const reason = reasonAt(index + at);
    if (reason === undefined) batch.called.push(contact);
    else batch.leftOut.push(leftOutContact(contact, lineOf(index + at), reason));
  });
  return batch;
}

/** Stores a batch of which `stored` contacts of the list are called before it. */
async function insertBatch(
  { contacts }: Pick<CampaignsDeps, 'contacts'>,
  { _id: campaignId, nextSeq, preparing: { preparationId, run, calls, kind } }: StoringCampaign,
  stored: number,
  { called, leftOut }: DividedBatch,
): Promise<void> {
  const firstSeq = nextSeq - calls;
  if (called.length > 0) {
    const numbered = { firstSeq: firstSeq + stored, later: kind !== 'create' };
    await contacts.insert({ campaignId, preparationId, run, ...numbered, contacts: called });
  }
  if (leftOut.length > 0) {
    const list = { campaignId, preparationId, firstSeq };
    await contacts.leftOut.insert(leftOut.map((contact) => ({ ...list, ...contact })));
  }
}
