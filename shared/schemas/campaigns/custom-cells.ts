import { z } from 'zod';
import { isOwnName, MAX_OWN_CELL_LENGTH, MAX_OWN_COLUMNS } from '#shared/contacts/columns/own-columns.ts';

/** The cells of a contact's own columns. */
export const customCells = z
  .record(
    z
      .string()
      .refine(isOwnName, 'A name has up to 40 lower-case letters, digits and _, and is no other field'),
    z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(MAX_OWN_CELL_LENGTH)),
  )
  .refine(
    (cells) => Object.keys(cells).length <= MAX_OWN_COLUMNS,
    `may have at most ${String(MAX_OWN_COLUMNS)} fields`,
  )
  .describe('Your own columns, by name: {renewal_date} in the message is custom.renewal_date');
