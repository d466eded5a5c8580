import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import type { ContactListDraft, CreateListOutput } from '#shared/schemas/contact-lists.ts';
import type { OpenList } from '#server/features/contact-lists/api.ts';
import type { ListedContact } from '#server/features/drops/api.ts';
import { assertSubscribed } from '#server/features/campaigns/assert-subscribed.ts';
import { findCampaign } from '#server/features/campaigns/campaign-procedure.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import { withSavedList } from './saved-list-source.ts';

/** Lists of a campaign whose consent is compared. */
const MAX_CONSENTS = 100;

/** Which campaign, and the name and consent of the new list. */
interface SaveAsListRequest {
  campaign: VisibleCampaign;
  draft: Pick<ContactListDraft, 'name' | 'consent'>;
  idempotencyKey: string | undefined;
}

/**
 * Saves the contacts of a campaign as a list, with the consent that was given for them. Throws as `SavedLists.save` and
 * `assertSubscribed`; `AppError` CONFLICT once they are erased or while they change, INVALID_INPUT naming `consent` where
 * none is given and the campaign has not exactly one.
 */
export async function saveAsList(
  deps: CampaignsDeps,
  { campaign: { _id: listId, userId }, draft, idempotencyKey }: SaveAsListRequest,
): Promise<CreateListOutput> {
  await assertSubscribed(deps, userId);
  const consent = draft.consent ?? (await onlyConsentOf(deps, listId));
  const savedLists = { open: () => openCampaign(deps, userId, listId, consent) };
  return withSavedList({ savedLists, spool: deps.spool }, { userId, listId }, ({ source }) =>
    deps.savedLists.save({ uid: userId, draft: { ...draft, consent }, source, idempotencyKey }),
  );
}

async function onlyConsentOf({ consents }: Pick<CampaignsDeps, 'consents'>, id: string): Promise<Consent> {
  const given = new Map(
    (await consents.ofCampaign(id, MAX_CONSENTS)).map(({ basis, own_words, obtained_at, source }) => {
      const consent = { basis, own_words, obtained_at, source };
      return [JSON.stringify(consent), consent];
    }),
  );
  const [only, ...others] = given.values();
  if (only !== undefined && others.length === 0) return only;
  throw invalidField(
    'consent',
    'This campaign has lists with different consent. Please say why all of these people may be called.',
  );
}

async function openCampaign(
  deps: Pick<CampaignsDeps, 'campaigns' | 'contacts'>,
  userId: string,
  id: string,
  consent: Consent,
): Promise<OpenList> {
  const { total, columns = [], contactsErasedAt } = await findCampaign(deps, userId, id);
  if (contactsErasedAt !== undefined)
    throw new AppError('CONFLICT', 'The contacts of this campaign were erased, so they cannot be saved.');
  let read = 0;
  return {
    consent,
    ownColumns: columns,
    async *contacts() {
      for await (const batch of deps.contacts.stream(id)) {
        read += batch.length;
        yield batch.map(cellsOf);
      }
    },
    // Contacts that are being added are stored before they are counted, and erased ones are gone before the campaign is.
    async isUnchanged() {
      const now = await findCampaign(deps, userId, id);
      return read === total && now.total === total && now.contactsErasedAt === undefined;
    },
  };
}

/** Returns a contact without its call. */
function cellsOf(contact: ListedContact): Contact {
  const cells = Object.fromEntries(CONTACT_COLUMNS.map(({ field }) => [field, contact[field]]));
  return {
    ...(cells as unknown as Contact),
    ...(contact.custom !== undefined && { custom: contact.custom }),
  };
}
