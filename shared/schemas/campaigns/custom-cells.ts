import { z } from 'zod';
import { MAX_CELL_LENGTH } from '#shared/limits.ts';
import { visible } from '#shared/contacts/visible-text.ts';
import { isOwnName, MAX_OWN_CELL_LENGTH, MAX_OWN_COLUMNS } from '#shared/contacts/columns/own-columns.ts';

/** A cell of JSON: a text or number, null for none. Invisible characters are removed before anything is read. */
const written = z
  .union([z.string(), z.number(), z.null()])
  .transform((value) => (value === null ? '' : visible(String(value))));

/** A cell of a contact of JSON; absent or null for an empty one. */
export const cell = written.pipe(z.string().max(MAX_CELL_LENGTH)).default('');

/** The cells of a contact's own columns. */
export const customCells = z
  .record(
    z
      .string()
      .overwrite(visible)
      .refine(isOwnName, 'A name has up to 40 lower-case letters, digits and _, and is no other field'),
    written.pipe(z.string().trim().max(MAX_OWN_CELL_LENGTH)),
  )
  .refine(
    (cells) => Object.keys(cells).length <= MAX_OWN_COLUMNS,
    `may have at most ${String(MAX_OWN_COLUMNS)} fields`,
  )
  .nullable()
  .transform((cells) => cells ?? {})
  .pipe(z.record(z.string(), z.string()))
  .describe('Your own columns, by name: {renewal_date} in the message is custom.renewal_date');
