import { z } from 'zod';
import { createContactListChecker, type Contact } from '../contacts/contact-list.ts';
import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/columns/contact-columns.ts';
import { toDialled } from '../contacts/phone-number.ts';
import { CALL_STATUSES } from '../campaign-lifecycle.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { reasonCode } from './call-reasons.ts';
import { campaignRef, contactInput, listedContact, MAX_JSON_CONTACTS } from './campaigns/campaigns.ts';
import { lastNameOptional, listWarnings } from './campaigns/invalid-rows.ts';
import { consentInput, consentSchema, listConsent } from './campaigns/consent.ts';
import { storedPhone } from './calling/suppressions.ts';
import { typedName, typedText } from '#shared/schemas/typed-text.ts';
import { optional } from '#shared/schemas/options.ts';
import { isoTime } from './iso-time.ts';
import { nextPage, NOT_A_CURSOR } from '#shared/schemas/list-cursor.ts';

export const listNameSchema = typedName()
  .min(1, 'A list name is required')
  .max(MAX_NAME_LENGTH, `The list name may have at most ${String(MAX_NAME_LENGTH)} characters`)
  .refine((name) => name !== '.' && name !== '..', 'A list cannot be named "." or ".."')
  .describe('The name of the list, unique among your lists');

/** One of the caller's lists. */
export const contactListRef = z.object({ id: z.string().max(64).describe('The id of the list') });

/** `building`: contacts are still being copied into it from two other lists. */
export const LIST_STATUSES = ['ready', 'building'] as const;

export const contactListSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(LIST_STATUSES).describe('building: contacts are still copied into it from two other lists'),
  size: z.int().describe('How many contacts it has'),
  columns: z
    .array(z.string())
    .describe('The fields that at least one of its contacts had when it was stored'),
  own_columns: z.array(z.string()).describe('The names of its own columns, which a message can use'),
  consent: consentSchema,
  version: z.int().describe('Grows with every change of its contacts'),
  used_by: z.int().describe('How many campaigns were made from it'),
  created_at: isoTime,
  updated_at: isoTime,
});
export type ContactListView = z.infer<typeof contactListSchema>;

export const contactListsOutput = z.object({
  lists: z.array(contactListSchema),
  most: z.object({
    lists: z.int().describe('How many lists you can have'),
    contacts: z.int().describe('How many contacts all of them can have together'),
  }),
});

/** A campaign that was made from a list. */
const listUse = z.object({ id: z.string(), name: z.string(), created_at: isoTime });
export const contactListOutput = z.object({
  list: contactListSchema,
  campaigns: z.array(listUse).describe('The latest 20 campaigns that were made from it'),
});

/** Fields of a new list except its contacts, for JSON and file uploads. */
export const contactListDraft = z.strictObject({
  name: listNameSchema,
  consent: listConsent,
  last_name_optional: optional(lastNameOptional),
});
export type ContactListDraft = z.infer<typeof contactListDraft>;
export const createListInput = contactListDraft.extend({
  contacts: z.array(listedContact).min(1, 'At least one contact is required').max(MAX_JSON_CONTACTS),
});
export const createListOutput = z.object({
  success: z.literal(true),
  list: contactListSchema,
  existing: z.boolean().describe('True where you had a list with these contacts already: it is returned'),
  message: z.string(),
  // Results that an older version stored for repeated requests have none.
  warnings: listWarnings.default([]),
});
export type CreateListOutput = z.infer<typeof createListOutput>;

/** The contacts of a campaign, as a new list (tRPC only). */
export const saveAsListInput = campaignRef
  .extend({
    name: listNameSchema,
    consent: listConsent.describe('Missing: the consent of the campaign, which it must have one of'),
  })
  .strict();

export const updateListInput = contactListRef
  .extend({ name: optional(listNameSchema), consent: optional(consentInput) })
  .strict();
export const listChangedOutput = z.object({ success: z.literal(true), list: contactListSchema });
export const listDeletedOutput = z.object({ success: z.literal(true) });

/** How two lists are combined, by the number that is dialled. */
export const LIST_OPERATIONS = ['union', 'subtract', 'intersect'] as const;
export type ListOperation = (typeof LIST_OPERATIONS)[number];

export const combineListsInput = z.strictObject({
  name: listNameSchema,
  operation: z
    .enum(LIST_OPERATIONS)
    .describe('union: everybody on either list; subtract: on `left` and not on `right`; intersect: on both'),
  left: z.string().max(64).describe('The id of a list; its row is kept where both have a number'),
  right: z.string().max(64).describe('The id of another list'),
  consent: listConsent.describe(
    'Needed for the union of lists with different consent; missing: the consent of `left`',
  ),
});
export type CombineLists = z.infer<typeof combineListsInput>;

const CURSOR = /^[\w-]{1,1200}$/;

/** The contacts of a list. */
export const listContactsFields = z.object({
  search: typedText()
    .max(80, 'Please use up to 80 characters')
    .default('')
    .describe('The beginning of a name (first name, then last name) or of a number'),
  cursor: z.string().regex(CURSOR, NOT_A_CURSOR).nullish().describe('The `next` of the previous page'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export const listContactsOutput = z.object({
  contacts: z.array(contactInput),
  next: nextPage,
});

/** The field that an error of a contact file is about. */
function fieldOf(message: string): ContactField {
  const named = CONTACT_COLUMNS.find(({ header }) => message.split(' ').includes(header));
  return named?.field ?? 'recommended_phone';
}

/**
 * Reads a contact of a list by the rules of contact files. The number may be written in any common way; `id` and PhoneNumber
 * default to it.
 */
function readListContact(
  contact: z.output<typeof contactInput>,
  context: z.core.$RefinementCtx,
  lastNameOptional: boolean,
): Contact {
  const phone = toDialled(
    contact.recommended_phone === '' ? contact.phone_number : contact.recommended_phone,
  );
  const completed = {
    ...contact,
    recommended_phone: phone,
    phone_number: contact.phone_number.trim() === '' ? phone : contact.phone_number,
    id: contact.id.trim() === '' ? phone : contact.id,
  };
  const checker = createContactListChecker({ own: Object.keys(contact.custom ?? {}), lastNameOptional });
  const row = checker.fromPayload(completed, 0);
  if (row.ok) return row.contact;
  for (const { message } of row.errors)
    context.addIssue({ code: 'custom', path: [fieldOf(message)], message });
  return z.NEVER;
}

/** A new contact of a list. */
export const listContactInput = contactInput.transform((contact, context) =>
  readListContact(contact, context, false),
);
/** A contact that is on a list already: it may have been imported without a last name. */
export const correctedContactInput = contactInput.transform((contact, context) =>
  readListContact(contact, context, true),
);

export const addListContactInput = contactListRef.extend({ contact: listContactInput }).strict();
export const correctListContactInput = contactListRef
  .extend({
    phone: storedPhone.describe('The number that is dialled now'),
    contact: correctedContactInput,
  })
  .strict();
/** Contacts that can be removed in one request. */
export const MAX_REMOVED = 500;
export const removeListContactsInput = contactListRef
  .extend({ phones: z.array(storedPhone).min(1, 'Please choose a contact').max(MAX_REMOVED) })
  .strict();
export const listContactsRemovedOutput = listChangedOutput.extend({ removed: z.int() });

/** The calls to one number over all campaigns. */
export const personHistoryInput = z.object({ phone: storedPhone });
export const personHistoryOutput = z.object({
  phone: z.string(),
  calls: z.int().describe('How many campaigns called the number, of the latest 500 campaigns'),
  delivered: z.int(),
  last_at: isoTime.nullable().describe('ISO time of the last call, null without one'),
  campaigns: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        status: z.enum(CALL_STATUSES),
        reason: z.string().nullable(),
        reason_code: reasonCode,
        at: isoTime.nullable(),
      }),
    )
    .describe('The campaigns that have the number, the latest first, up to 100'),
});
export type PersonHistory = z.infer<typeof personHistoryOutput>;
