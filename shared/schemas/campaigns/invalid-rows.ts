import { z } from 'zod';
import { LIST_WARNINGS } from '#shared/contacts/list-warnings.ts';

/** A yes or no of JSON bodies and forms. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** Whether rows with errors are left out instead of refusing the list. */
export const skipInvalid = flag.describe('Leave out rows with errors instead of refusing the list');

/** Whether people without a last name are contacts, too. */
export const lastNameOptional = flag.describe('Accept contacts without a last name; the column stays');

/** The rows that were left out because of errors. */
export const invalidRows = z.object({
  count: z.int(),
  errors: z.array(z.object({ line: z.int(), message: z.string() })).describe('The first 10,000'),
});
/** What is odd about contacts that were accepted, of one kind. */
export const listWarning = z.object({
  code: z.enum(LIST_WARNINGS),
  text: z.string(),
  count: z.int().describe('How many contacts it is about'),
  line: z.int().describe('The line of the first of them'),
});
export const listWarnings = z
  .array(listWarning)
  .describe('What is odd about contacts that were accepted, by kind');

export type InvalidRowsView = z.infer<typeof invalidRows>;
