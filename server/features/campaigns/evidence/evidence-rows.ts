import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import type { EvidenceRow } from '#shared/schemas/campaigns/evidence.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { ListedContact } from '#server/features/drops/api.ts';

/** Lists of a campaign whose consent is named for a contact of an unknown list. */
const MAX_CONSENTS = 100;

export type EvidenceDeps = Pick<CampaignsDeps, 'consents' | 'doNotCall'>;

/** Returns what speaks for the calls of some contacts of a campaign, in the same order, the calls of earlier runs first. */
export async function evidenceOf(
  { consents, doNotCall }: EvidenceDeps,
  { _id, userId, messageCheck }: CampaignDocument,
  contacts: readonly ListedContact[],
): Promise<EvidenceRow[]> {
  if (contacts.length === 0) return [];
  const lists = [...new Set(contacts.map(({ list }) => list))];
  const [listed, given] = await Promise.all([
    doNotCall.among(
      userId,
      contacts.map(({ recommended_phone: phone }) => phone),
    ),
    consents.ofLists(lists),
  ]);
  const ofList = new Map(given.map((consent) => [consent._id, [presented(consent)]]));
  // Contacts that an older version retried do not name their list.
  const ofAny = given.length < lists.length ? await consents.ofCampaign(_id, MAX_CONSENTS) : [];
  return contacts.flatMap((contact) => {
    const { recommended_phone: phone, list, first_name, last_name, earlier } = contact;
    const rowOf = (one: Pick<EvidenceRow, 'call' | 'status' | 'reason' | 'reason_code'>): EvidenceRow => ({
      phone_number: phone,
      first_name,
      last_name,
      call: one.call,
      status: one.status,
      reason: one.reason,
      reason_code: one.reason_code,
      consents: ofList.get(list) ?? ofAny.map(presented),
      message_check: messageCheck?.version ?? null,
      do_not_call: listed.has(phone),
    });
    const failed = earlier.map((one) => rowOf({ ...one, status: 'failed' }));
    return [...failed, rowOf(contact)];
  });
}

function presented({ basis, own_words, obtained_at, source }: Consent): Consent {
  return { basis, own_words, obtained_at, source };
}
