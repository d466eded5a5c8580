import type { QueryFilter } from 'mongoose';
import { capitalise } from '#shared/contacts/contact-cells.ts';
import { searchedPrefix } from '#shared/contacts/phone-number.ts';
import { CALL_INDEXES, type ContactDocument } from '../contacts/contact-model.ts';
import { FIRST_NAME, LAST_NAME } from './call-scans.ts';

/** One way in which a call can match a search: a range of an index, and the same as a test. */
export interface SearchBranch {
  index: string;
  where: QueryFilter<ContactDocument>;
  matches: (call: SearchedCall) => boolean;
}
export type SearchedCall = Pick<ContactDocument, 'phone' | 'fields'>;

/** More words are not divided into first and last name. */
const MAX_DIVISIONS = 6;
/** No text has this code point: it follows all others. */
const LAST_CODE_POINT = '\u{10ffff}';

/**
 * Returns the ways in which a call matches a text: its number begins with these digits, in any format; or its first name,
 * last name or both begin with it. Names are stored capitalised, so the text is capitalised like them.
 */
export function searchBranches(text: string): SearchBranch[] {
  const words = text.trim().split(/\s+/);
  const whole = capitalise(words.join(' '));
  const number = searchedPrefix(text);
  const branches = number === undefined ? [] : [numberBranch(number)];
  branches.push(
    {
      index: CALL_INDEXES.all.name,
      where: { [FIRST_NAME]: beginning(whole) },
      matches: ({ fields }) => begins(fields.first_name, whole),
    },
    {
      index: CALL_INDEXES.lastName,
      where: { [LAST_NAME]: beginning(whole) },
      matches: ({ fields }) => begins(fields.last_name, whole),
    },
  );
  for (let at = 1; at < Math.min(words.length, MAX_DIVISIONS + 1); at += 1) {
    const first = capitalise(words.slice(0, at).join(' '));
    const last = capitalise(words.slice(at).join(' '));
    branches.push({
      index: CALL_INDEXES.all.name,
      where: { [FIRST_NAME]: first, [LAST_NAME]: beginning(last) },
      matches: ({ fields }) => fields.first_name === first && begins(fields.last_name, last),
    });
  }
  return branches;
}

function numberBranch(start: string): SearchBranch {
  return {
    index: CALL_INDEXES.all.number,
    where: { phone: beginning(start) },
    matches: ({ phone }) => phone.startsWith(start),
  };
}

function beginning(text: string) {
  return { $gte: text, $lt: text + LAST_CODE_POINT };
}

function begins(value: string | undefined, text: string): boolean {
  return value?.startsWith(text) === true;
}
