import { z } from 'zod';

/** The most rows of one page of a list that is read by cursors. */
export const MAX_LIST_LIMIT = 100;

/** The most rows of a documented list that is asked for without `limit`: its first callers know of no pages. */
export const MAX_UNPAGED = 1_000;

/** The last row of a page: the date that the list is sorted by, and the key that tells rows of one date apart. */
export interface LastRow {
  at: Date;
  key: string;
}

const CURSOR = /^(\d{1,15})\.([\w-]{1,64})$/;

/** A cursor as an answer named it in `next`; read as the row that the page comes after. */
export const listCursor = z
  .string()
  .regex(CURSOR, 'This is not a cursor of this list')
  .transform((text): LastRow => {
    const [, at, key = ''] = CURSOR.exec(text) ?? [];
    return { at: new Date(Number(at)), key };
  })
  .describe('What the page before named in `next`');

/** The part of a documented list that is asked for. */
export const listPageInput = z.object({
  cursor: listCursor.nullish(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIST_LIMIT)
    .optional()
    .describe(`How many at most; without it up to ${String(MAX_UNPAGED)}`),
});

/** The cursor of the page after a row. */
export function cursorAfter({ at, key }: LastRow): string {
  return `${String(at.getTime())}.${key}`;
}
