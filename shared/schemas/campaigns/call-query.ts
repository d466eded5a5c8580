import { z } from 'zod';
import { CALL_REASON_KEYS } from '#shared/call-reasons.ts';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { SORT_DIRECTIONS } from '#shared/campaign-order.ts';
import { NOT_A_CURSOR } from '#shared/schemas/list-cursor.ts';
import { typedText } from '#shared/schemas/typed-text.ts';

/** How the calls of a campaign can be sorted: in the order of the contact list, by name, number, date or status. */
export const CALL_SORTS = ['list', 'name', 'number', 'date', 'status'] as const;
export type CallSort = (typeof CALL_SORTS)[number];

/** Longest text that is searched for. */
export const MAX_SEARCH_LENGTH = 100;
/** No campaign has a contact with a higher number. */
export const MAX_CONTACT_NUMBER = 1_000_000_000;

/** The row after which a page starts: the number of its contact, and a name of the list it was returned for. */
export interface CallCursor {
  number: number;
  list: string;
}

const CURSOR = /^(\d{1,9})\.([\da-f]{12})$/;
const callCursor = z
  .string()
  .regex(CURSOR, NOT_A_CURSOR)
  .transform((text): CallCursor => {
    const [, number, list = ''] = CURSOR.exec(text) ?? [];
    return { number: Number(number), list };
  });

/** Returns a cursor as text. */
export function callCursorText({ number, list }: CallCursor): string {
  return `${String(number)}.${list}`;
}

/** Which calls of a campaign, and in which order; by default all of them, in the order of the contact list. */
export const callQueryFields = z.object({
  status: z.enum(CALL_STATUSES).optional().describe('Only calls with this status'),
  reason: z.enum(CALL_REASON_KEYS).optional().describe('Only calls that failed for this reason'),
  search: typedText()
    .max(MAX_SEARCH_LENGTH)
    .optional()
    .describe('Only people whose first name, last name, full name or number begins with this'),
  sort: z.enum(CALL_SORTS).default('list').describe('The order; list is that of the contact list'),
  direction: z.enum(SORT_DIRECTIONS).default('asc'),
  cursor: callCursor
    .optional()
    .describe('The `next` of the previous page; it decides where the page starts, `page` does not'),
});
/** Which calls of a campaign are exported, in the order of the contact list. */
export const callFilterFields = callQueryFields.pick({ status: true, reason: true, search: true });
export type CallFilter = z.infer<typeof callFilterFields>;
export type CallQuery = z.infer<typeof callQueryFields>;

/** One call of a campaign, by the number of its contact. */
export const callNumber = z.object({
  number: z.coerce.number().int().min(1).max(MAX_CONTACT_NUMBER).describe('The number of the contact'),
});
