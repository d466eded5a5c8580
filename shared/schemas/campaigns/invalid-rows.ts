import { z } from 'zod';

/** A field of forms and JSON bodies: whether rows with errors are left out instead of refusing the list. */
export const skipInvalid = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .describe('Leave out rows with errors instead of refusing the list');

/** The rows that were left out because of errors. */
export const invalidRows = z.object({
  count: z.int(),
  errors: z.array(z.object({ line: z.int(), message: z.string() })).describe('The first 10,000'),
});
export type InvalidRowsView = z.infer<typeof invalidRows>;
