import type { CampaignsDeps } from './campaigns-deps.ts';
import type { ContactSource } from './contact-source.ts';
import type { PreparedCampaign } from './preparation-store.ts';
import type { SignOfLife } from './prepare.ts';

/** Stores the checked contacts of a list under the numbers reserved for them; answers how many. */
export async function storeContacts(
  { contacts }: Pick<CampaignsDeps, 'contacts'>,
  { _id: campaignId, nextSeq, preparing: { step, run, calls } }: PreparedCampaign,
  source: ContactSource,
  alive: SignOfLife,
): Promise<number> {
  let firstSeq = nextSeq - calls;
  for await (const batch of source.contacts()) {
    await alive();
    await contacts.insert({ campaignId, step, run, firstSeq, contacts: batch });
    firstSeq += batch.length;
  }
  return calls;
}
