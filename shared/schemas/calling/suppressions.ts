import { z } from 'zod';
import { phoneProblem, readDialled, readStored, type PhoneReading } from '#shared/contacts/phone-number.ts';
import { IMPORT_BATCH } from '#shared/contacts/suppression-list.ts';
import { invalidRows } from '#shared/schemas/campaigns/invalid-rows.ts';
import { listCursor, MAX_LIST_LIMIT, nextPage } from '#shared/schemas/list-cursor.ts';
import { typedName, typedText } from '#shared/schemas/typed-text.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** Sources that tell of the person's own wish: the carrier's report, the stop page, a call to the call-back number. */
export const REQUEST_SOURCES = ['carrier report', 'stop page', 'inbound call'] as const;
export type RequestSource = (typeof REQUEST_SOURCES)[number];

/** Source of a number: the person's wish, added by hand, or imported. */
export const SUPPRESSION_SOURCES = [...REQUEST_SOURCES, 'added', 'imported'] as const;
export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number];

/** Whether a number may only be removed with a reason, as the person does not want to be called. */
export function needsRemovalReason(source: SuppressionSource): boolean {
  return REQUEST_SOURCES.some((requested) => requested === source);
}

function phoneBy(read: (text: string) => PhoneReading) {
  return typedText()
    .min(1, 'A phone number is required')
    .max(40, 'A phone number has 10 digits')
    .transform((text, context) => {
      const reading = read(text);
      if (reading.ok) return reading.digits;
      const message = phoneProblem(reading.fault, 'This is not a US or Canadian phone number');
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .describe('A US or Canadian phone number, for example +1 (202) 555-0143');
}

/** A US or Canadian number that can be called, normalised to dialled form. */
export const dialledPhone = phoneBy(readDialled);
/**
 * The same where it names a number that may be stored since before area codes were checked, or where a person asks for no
 * more calls, which is never refused for the area code.
 */
export const storedPhone = phoneBy(readStored);

const suppressionReason = typedName()
  .max(500, 'Please use up to 500 characters')
  .nullish()
  .transform((text) => (text === '' ? undefined : (text ?? undefined)));

/** A number that the user's campaigns never call. */
export const suppressionSchema = z.object({
  phone: z.string().describe('11 digits, beginning with 1'),
  source: z.enum(SUPPRESSION_SOURCES),
  campaign_name: z.string().nullable().describe('The campaign whose call the carrier reported'),
  reason: z.string().nullable().describe('Why it was added, if that was given'),
  added_at: isoTime,
});
export type SuppressionView = z.infer<typeof suppressionSchema>;

/** A number that was taken off the list. */
export const suppressionRemovalSchema = suppressionSchema.extend({
  reason: z.string().nullable().describe('Why it was removed, if that was given'),
  removed_at: isoTime,
});
export type SuppressionRemovalView = z.infer<typeof suppressionRemovalSchema>;

/** A page of the list, latest first. */
export const suppressionListInput = z.object({
  search: z
    .string()
    .regex(/^\d{0,11}$/, 'Search for up to 11 digits')
    .default('')
    .describe('Digits of the number, anywhere in it'),
  cursor: listCursor.nullish(),
  limit: z.coerce.number().int().min(1).max(MAX_LIST_LIMIT).default(MAX_LIST_LIMIT),
});
/** The numbers of a CSV file: those that a search finds. */
export const suppressionsCsvInput = suppressionListInput.pick({ search: true });
export const suppressionListOutput = z.object({
  numbers: z.array(suppressionSchema),
  next: nextPage,
  counts: z
    .object({
      matching: z.int().describe('How many numbers the search finds'),
      total: z.int().describe('How many numbers the list has'),
    })
    .nullable()
    .describe('Counted with the first page; null on those after it'),
});

/** The page as the documented path returns it. */
export const suppressionsBody = z.object({
  suppressions: z.array(
    suppressionSchema.extend({ reason: z.string().describe('The given reason, or else the source') }),
  ),
  next: nextPage,
});

export const suppressionRef = z.object({ phone: storedPhone });
export const suppressionAddInput = z.strictObject({
  phone: dialledPhone,
  reason: suppressionReason.describe('Why the number must not be called'),
});
export const suppressionRemoveInput = suppressionRef
  .extend({
    reason: suppressionReason.describe(
      'Why the number may be called again; required if the person or the carrier asked for it not to be called',
    ),
  })
  .strict();
export const suppressionAddedOutput = z.object({
  phone: z.string(),
  added: z.boolean().describe('False where the number was on the list already'),
});

export const suppressionImportInput = z.strictObject({
  phones: z.array(dialledPhone).min(1, 'A phone number is required').max(IMPORT_BATCH),
});
export const suppressionImportOutput = z.object({
  added: z.int(),
  known: z.int().describe('How many were on the list already'),
  invalid_rows: invalidRows
    .optional()
    .describe('The lines of a file with a number that cannot be read; the others are added'),
});

export const suppressionRemovedOutput = z.object({ success: z.literal(true) });
