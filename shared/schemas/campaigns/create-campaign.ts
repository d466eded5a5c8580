import { z } from 'zod';
import { optional } from '#shared/schemas/options.ts';
import { campaignDraftInput, listedContact, MAX_JSON_CONTACTS } from './campaigns.ts';

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

export const createCampaignInput = campaignDraftInput
  .extend({ contacts: contactsOrList })
  .refine(namesContacts, MISSING_CONTACTS);
