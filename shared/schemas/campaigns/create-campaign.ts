import { z } from 'zod';
import { optional } from '#shared/schemas/options.ts';
import { campaignDraftInput, campaignReference, listedContact, MAX_JSON_CONTACTS } from './campaigns.ts';

/** The contacts of a JSON body, unless it names a saved list. */
export const contactsOrList = optional(
  z.array(listedContact).min(1, 'At least one contact is required').max(MAX_JSON_CONTACTS),
).describe('The contacts; in place of them send `list_id`, or a file in `csv_file` of a multipart form');

/** Whether a body names the people to call; reported beside its other errors. */
export const namesContacts = ({ contacts, list_id }: { contacts?: unknown; list_id?: unknown }): boolean =>
  contacts !== undefined || list_id !== undefined;
export const MISSING_CONTACTS = {
  path: ['contacts'],
  error: 'is missing',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/** Fields of a new campaign, or of one that takes the place of a Scheduled one. */
export const createCampaignFields = campaignDraftInput.extend({
  replaces: optional(campaignReference).describe(
    'A Scheduled campaign of the caller, by id or name, that becomes this one: nobody is called by both, and only the difference of credits is held. It keeps its id, and its contacts where none are sent',
  ),
});

export const createCampaignInput = createCampaignFields
  .extend({ contacts: contactsOrList })
  .refine((body) => body.replaces !== undefined || namesContacts(body), MISSING_CONTACTS);
