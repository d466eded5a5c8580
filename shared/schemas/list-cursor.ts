import { z } from 'zod';

/** Maximum page size of cursor-paged lists. */
export const MAX_LIST_LIMIT = 100;

/** Maximum rows of a documented list without `limit`, for clients that predate paging. */
export const MAX_UNPAGED = 1_000;

/** The last row of a page: the date by which the list is sorted, and a key that breaks ties. */
export interface LastRow {
  at: Date;
  key: string;
}

/** How a text is refused that no page returned as its `next`. */
export const NOT_A_CURSOR = 'This is not a cursor of this list';

const CURSOR = /^(\d{1,15})\.([\w-]{1,64})$/;

/** A cursor from the `next` field of a response, parsed to the row that the page starts after. */
export const listCursor = z
  .string()
  .regex(CURSOR, NOT_A_CURSOR)
  .transform((text): LastRow => {
    const [, at, key = ''] = CURSOR.exec(text) ?? [];
    return { at: new Date(Number(at)), key };
  })
  .describe('The `next` of the previous page');

/** A cursor of a list that only grows at its end, parsed to the number of rows before the page. */
export const placeCursor = z
  .string()
  .regex(/^\d{1,9}$/, NOT_A_CURSOR)
  .transform(Number)
  .describe('The `next` of the previous page');

/** The cursor of the next page in an answer. */
export const nextPage = z
  .string()
  .nullable()
  .describe('The cursor of the next page; null where this is the last');

/** The page size of a documented list. */
export const listLimit = z.coerce
  .number()
  .int()
  .min(1)
  .max(MAX_LIST_LIMIT)
  .optional()
  .describe(`The maximum number of entries; without it up to ${String(MAX_UNPAGED)}`);

/** Paging input of a documented list. */
export const listPageInput = z.object({ cursor: listCursor.nullish(), limit: listLimit });

/** Returns the cursor of the page after a row. */
export function cursorAfter({ at, key }: LastRow): string {
  return `${String(at.getTime())}.${key}`;
}
