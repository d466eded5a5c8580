import type { CampaignSort } from '#shared/campaign-order.ts';
import { invalidParameter } from '#server/platform/lib/errors.ts';

/** What a list is sorted by: a name, a count, or a time in milliseconds. */
export type SortValue = string | number;

/** A row of a list: its segment, the value by which that is sorted, and the id that breaks ties. */
export interface ListPosition {
  segment: number;
  value: SortValue;
  key: string;
}

const KEY = /^[\w-]{1,64}$/;
const INTEGER = /^(-1|\d{1,15})$/;
const SEGMENTED: readonly CampaignSort[] = ['running', 'recent', 'status'];

/** Returns the cursor of a row; that of the documented order is the one of `cursorAfter`. */
export function cursorOf(sort: CampaignSort, { segment, value, key }: ListPosition): string {
  const text = typeof value === 'string' ? Buffer.from(value).toString('base64url') : String(value);
  return [...(SEGMENTED.includes(sort) ? [segment] : []), text, key].join('.');
}

/**
 * Reads the cursor of a page, and whether the page ends there. Throws `AppError` INVALID_INPUT unless it is a cursor of a
 * list with this order and so many segments.
 */
export function readCursor(
  {
    sort,
    cursor,
    before,
  }: { sort: CampaignSort; cursor?: string | null | undefined; before?: string | null | undefined },
  segments: number,
): { position: ListPosition | undefined; backwards: boolean } {
  const backwards = before != null;
  const field = backwards ? 'before' : 'cursor';
  if (backwards && cursor != null) throw invalidParameter('before', 'must not be sent together with cursor');
  const text = before ?? cursor;
  if (text == null) return { position: undefined, backwards };
  const position = parse(sort, text);
  if (position === undefined || position.segment >= segments)
    throw invalidParameter(field, 'This is not a cursor of this list');
  return { position, backwards };
}

function parse(sort: CampaignSort, text: string): ListPosition | undefined {
  const parts = text.split('.');
  const first = SEGMENTED.includes(sort) ? parts.shift() : '0';
  const [value = '', key = ''] = parts;
  if (parts.length !== 2 || !KEY.test(key) || !/^\d$/.test(first ?? '')) return undefined;
  const segment = Number(first);
  if (sort === 'name') {
    const name = Buffer.from(value, 'base64url').toString();
    return name === '' ? undefined : { segment, value: name, key };
  }
  return INTEGER.test(value) ? { segment, value: Number(value), key } : undefined;
}
