import type { ContactField } from './contact-columns.ts';
import { EXCLUDING_WORDS, headerWords, PERSON_WORDS } from './header-words.ts';

/** What a column may hold: a field of a contact, or first and last name in one cell. */
export type ColumnTarget = Exclude<ContactField, 'recommended_phone'> | 'full_name';

/** What a column may hold by its header. */
export interface ColumnMeaning {
  target: ColumnTarget;
  /** The lower, the likelier of the columns of its kind; of two with the same rank, neither is likelier. */
  rank: number;
  /** Says which of several addresses it belongs to: `mailing`, `billing`. */
  group: string;
  /** All words of the header are known. A phone with others may be somebody else's. */
  isSure: boolean;
}

/** How a field is named: by any of `names`, beside words of `beside`, for the person, and of qualifiers. */
interface FieldWords {
  target: ColumnTarget;
  names: readonly string[];
  beside: readonly string[];
  /** Words that are not known may stand beside it, such as in "Branch City". */
  isOpen?: boolean;
}

const PLACE = ['address', 'street'];
const FIELDS: readonly FieldWords[] = [
  { target: 'phone_number', names: ['phone', 'mobile'], beside: ['number'], isOpen: true },
  { target: 'email', names: ['email'], beside: ['address', 'id'] },
  { target: 'first_name', names: ['first'], beside: ['name'] },
  { target: 'last_name', names: ['last'], beside: ['name'] },
  { target: 'company_name', names: ['company'], beside: ['name', 'associated'] },
  { target: 'full_name', names: ['name'], beside: ['full', 'display', 'complete'] },
  { target: 'city', names: ['city'], beside: PLACE, isOpen: true },
  { target: 'country', names: ['country'], beside: [...PLACE, 'code', 'state'], isOpen: true },
  { target: 'state', names: ['state'], beside: [...PLACE, 'code'], isOpen: true },
  { target: 'zipcode', names: ['zip'], beside: [...PLACE, 'code'], isOpen: true },
  { target: 'address2', names: ['unit', 'extended'], beside: [...PLACE, 'line', 'number'] },
  { target: 'address1', names: PLACE, beside: ['line'], isOpen: true },
  { target: 'id', names: ['id'], beside: ['record', 'external', 'unique', 'crm', 'square', 'number'] },
];
/** The fields of an address. */
const PLACES: ReadonlySet<ColumnTarget> = new Set([
  ...(['address1', 'address2', 'city', 'state', 'zipcode', 'country'] as const),
]);
const NAMES: ReadonlySet<string> = new Set(FIELDS.flatMap(({ names }) => names));

/** Headers whose words mean something else together; null: nothing. */
const WHOLE: Readonly<Record<string, readonly [ColumnTarget, number][] | null>> = {
  number: [
    ['phone_number', 3],
    ['id', 3],
  ],
  'account number': [['id', 3]],
  'account id': [['id', 2]],
  'account name': [['company_name', 1]],
  'work name': [['company_name', 1]],
  work: [['company_name', 1]],
  'main address company': [['company_name', 1]],
  'first last name': [['full_name', 1]],
  'first and last name': [['full_name', 1]],
  'first name last name': [['full_name', 1]],
  'user name': null,
};

/** Words that say which of several columns of a kind it is; the higher, the less likely it is the one to take. */
const QUALIFIERS: Readonly<Record<string, number>> = {
  best: 0,
  main: 0,
  mailing: 1,
  owner: 1,
  home: 1,
  billing: 1,
  bill: 1,
  work: 2,
  day: 2,
  daytime: 2,
  evening: 2,
  direct: 2,
  shipping: 3,
  ship: 3,
  other: 4,
};
/** Whoever gets what somebody else has ordered has such a phone. */
const SENT_TO: ReadonlySet<string> = new Set(['shipping', 'ship', 'recipient']);
/** Whoever owns such a record works with the person it is about, as does the owner of a lead or contact. */
const RECORDS: ReadonlySet<string> = new Set([
  ...PERSON_WORDS,
  ...['account', 'record', 'deal', 'opportunity', 'sales', 'case', 'ticket', 'task', 'crm'],
]);
/** An address where its owner gets mail: one beside it that is not said to be anybody's may be that of a property. */
const OF_OWNER: ReadonlySet<string> = new Set(['mailing', 'owner']);
/** Of a column with words that are not known. */
const UNKNOWN = 3.5;
/** Of the second and third column of a kind. */
const FURTHER = 4;

/** Returns what a column may hold by the words of its header; empty if nothing is known. */
export function headerMeanings(header: string): ColumnMeaning[] {
  const words = wordsOf(header);
  if (words.length === 0 || isOfSomebodyElse(words) || isOfAnother(words)) return [];
  const whole = [words.join(' '), words.filter((word) => !PERSON_WORDS.includes(word)).join(' ')];
  const exact = whole.find((text) => Object.hasOwn(WHOLE, text));
  if (exact !== undefined)
    return (WHOLE[exact] ?? []).map(([target, rank]) => ({ target, rank, group: '', isSure: true }));
  for (const field of FIELDS) {
    const meaning = meaningAs(field, words);
    if (meaning !== null) return words.includes('owner') && !PLACES.has(meaning.target) ? [] : [meaning];
  }
  return [];
}

/** Returns the words of a header; the owner of a company is that of a business. */
function wordsOf(header: string): readonly string[] {
  const words = headerWords(header);
  return words.includes('owner') ? words.map((word) => (word === 'company' ? 'work' : word)) : words;
}

/** The owner of a property is on the list, that of a record is not. */
function isOfSomebodyElse(words: readonly string[]): boolean {
  const isOfRecord = words.some((word) => RECORDS.has(word));
  return words.some((word) => EXCLUDING_WORDS.has(word) && (word !== 'owner' || isOfRecord));
}

function meaningAs(field: FieldWords, words: readonly string[]): ColumnMeaning | null {
  const { target, names, beside, isOpen = false } = field;
  if (!words.some((word) => names.includes(word))) return null;
  const others = words.filter((word) => !names.includes(word) && !beside.includes(word) && !isAnywhere(word));
  const unknown = others.filter((word) => !Object.hasOwn(QUALIFIERS, word));
  if (others.some((word) => NAMES.has(word)) || (unknown.length > 0 && !isOpen)) return null;
  const { line, index } = numbersIn(words);
  const isAddress = target === 'address1';
  if (isAddress && line > 2) return null;
  const further = Math.max(index, isAddress ? 1 : line);
  const qualified = Math.max(0, ...others.map((word) => QUALIFIERS[word] ?? UNKNOWN));
  return {
    target: isAddress && line === 2 ? 'address2' : target,
    rank: Math.max(
      rankOf(target, words, qualified),
      ...(unknown.length > 0 ? [UNKNOWN] : []),
      ...(further > 1 ? [FURTHER + further / 100] : []),
    ),
    group: [...others, ...(index > 1 ? [String(index)] : [])].join(' '),
    isSure: unknown.length === 0 && !(target === 'phone_number' && words.some((word) => SENT_TO.has(word))),
  };
}

/** Whether a header counts people: "Alternate Contact", "Contact 2 Phone", "Phone Contact 2". */
function isOfAnother(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!PERSON_WORDS.includes(word)) return false;
    return words[at - 1] === 'other' || (/^[2-9]$/.test(words[at + 1] ?? '') && words.length > 2);
  });
}

/** Whether a word may stand beside the name of any field. */
function isAnywhere(word: string): boolean {
  return PERSON_WORDS.includes(word) || /^\d$/.test(word);
}

/** An id without further words is the record's. A mobile number comes before one that is not said to be of a place. */
function rankOf(target: ColumnTarget, words: readonly string[], qualified: number): number {
  if (target === 'id') return words.length > 1 ? 1 : 0;
  if (PLACES.has(target) && qualified === 1 && words.some((word) => OF_OWNER.has(word))) return -1;
  if (target !== 'phone_number') return qualified;
  if (words.includes('best')) return 0;
  if (qualified > 2) return FURTHER;
  if (words.includes('mobile')) return 1;
  return qualified === 0 ? 2 : 3;
}

/**
 * Returns the number of the line and of the column: a number at the end or after `line` is that of a line, such as in
 * "Address 2"; others count columns, such as in "Address 2 - Street".
 */
function numbersIn(words: readonly string[]): { line: number; index: number } {
  let [line, index] = [1, 1];
  for (const [at, word] of words.entries()) {
    if (!/^\d$/.test(word)) continue;
    if (at === words.length - 1 || words[at - 1] === 'line') line = Number(word);
    else index = Number(word);
  }
  return { line, index };
}
