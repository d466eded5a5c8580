import type { ContactField } from '#shared/contacts/columns/contact-columns.ts';
import { visible } from '#shared/contacts/visible-text.ts';
import { isOwnName, ownValue, type OwnValues } from '#shared/contacts/columns/own-columns.ts';
import { spokenCell } from './spoken-date.ts';

/** The placeholders that every list has. */
const MAPPED_FIELDS = {
  first_name: 'first_name',
  last_name: 'last_name',
  phonenumber: 'phone_number',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  state: 'state',
  zipcode: 'zipcode',
  country: 'country',
} as const satisfies Record<string, ContactField>;

/** The columns `Email` and `Company`, which are stored with the contact, by their names as own columns. */
const DETAIL_FIELDS = { email: 'email', company: 'company_name' } as const satisfies Record<
  string,
  ContactField
>;

/** The same two as the header of a file and a JSON contact write them. */
const SPELLINGS = {
  Email: 'email',
  Company: 'company_name',
  company_name: 'company_name',
} as const satisfies Record<string, ContactField>;

const PLACEHOLDER_FIELDS = { ...MAPPED_FIELDS, ...DETAIL_FIELDS, ...SPELLINGS };

/** A placeholder that is not the name of an own column. */
export type Placeholder = keyof typeof PLACEHOLDER_FIELDS;
/** The placeholders that can be used without knowing the list, in the order of their chips. */
export const MAPPED_PLACEHOLDERS = Object.keys(MAPPED_FIELDS) as readonly Placeholder[];
/** All of them, each in one spelling. */
export const PLACEHOLDERS = Object.keys({ ...MAPPED_FIELDS, ...DETAIL_FIELDS }) as readonly Placeholder[];

/** A `{name}` or `{name|fallback}` in a text; `start` and `end` include the braces. */
export interface PlaceholderSpan {
  name: string;
  /** What is said in place of a missing value; '' to leave a gap. */
  fallback: string;
  start: number;
  end: number;
}

export function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDER_FIELDS, name);
}

/** Returns the contact field of a placeholder. */
export function placeholderField(name: Placeholder): ContactField {
  return PLACEHOLDER_FIELDS[name];
}

/** Returns all placeholders of a text in order, known or not. An unpaired brace is text. */
export function findPlaceholders(text: string): PlaceholderSpan[] {
  return [...text.matchAll(/\{([^{}|]*)(?:\|([^{}]*))?\}/g)].map((match) => {
    const [whole, name = '', fallback] = match;
    const start = match.index;
    return {
      // Around a bar spaces are natural; without one they make a name unknown.
      name: visible(fallback === undefined ? name : name.trim()),
      fallback: fallback?.trim() ?? '',
      start,
      end: start + whole.length,
    };
  });
}

/** The names of a list's own columns; `any` while they are not known. */
export type OwnNames = readonly string[] | 'any';

/** Returns the unique unknown placeholder names; a message with any of them is rejected. */
export function unknownPlaceholders(text: string, own: OwnNames = []): string[] {
  const names = findPlaceholders(text).map((span) => span.name);
  const isOwn = (name: string) => (own === 'any' ? isOwnName(name) : own.includes(name));
  return [...new Set(names)].filter((name) => !isPlaceholder(name) && !isOwn(name));
}

/** Returns the names in a text that can only be those of own columns, each once. */
export function ownPlaceholders(text: string): string[] {
  const names = findPlaceholders(text).map((span) => span.name);
  return [...new Set(names)].filter(isOwnName);
}

/** Returns the error for unknown placeholders, or null. */
export function placeholderProblem(text: string, own: OwnNames = []): string | null {
  const unknown = unknownPlaceholders(text, own).map((name) => `{${name}}`);
  if (unknown.length === 0) return null;
  return `Unknown ${unknown.length === 1 ? 'placeholder' : 'placeholders'}: ${unknown.join(', ')}`;
}

/** The cells of a contact, by field, and those of its own columns. */
export type ContactValues = Readonly<Record<ContactField, string>> & {
  readonly custom?: OwnValues | undefined;
};

/** Returns a contact with those of its own columns that a message uses, empty ones included. */
export function contactFor<Values extends ContactValues>(
  message: string,
  contact: Values,
): Values & { custom: Record<string, string> } {
  const used = ownPlaceholders(message).map((name) => [name, ownValue(contact.custom, name)] as const);
  return { ...contact, custom: Object.fromEntries(used) };
}

/** A comma between two placeholders separates list items, as in an address. */
const LIST_COMMA = /^,\s*$/;

/**
 * Renders a message for one contact as it is spoken on the day of `today`; null for the longest way to say it. Values and fallbacks
 * are inserted verbatim, but for dates in own columns (`spokenCell`); for missing values without a fallback the space and
 * punctuation around them are removed. What cannot be a placeholder is kept.
 */
export function renderMessage(message: string, contact: ContactValues, today: Date | null): string {
  let rendered = '';
  let rest = 0;
  let gap = false;
  const appendText = (text: string) => {
    if (text === '') return;
    rendered = gap ? closeGap(rendered, text) : rendered + text;
    gap = false;
  };
  for (const { name, fallback, start, end } of findPlaceholders(message)) {
    const text = message.slice(rest, start);
    if (!gap || !LIST_COMMA.test(text)) appendText(text);
    rest = end;
    const value = (valueOf(name, contact, today) ?? message.slice(start, end)) || fallback;
    gap = value === '';
    rendered += value;
  }
  appendText(message.slice(rest));
  return gap ? rendered.trimEnd().replace(/[,;:]$/, '') : rendered;
}

/** Returns what is said for a placeholder, '' if its value is missing; undefined for a name that is none. */
function valueOf(name: string, contact: ContactValues, today: Date | null): string | undefined {
  if (isPlaceholder(name)) return contact[PLACEHOLDER_FIELDS[name]];
  return isOwnName(name) ? spokenCell(ownValue(contact.custom, name), today) : undefined;
}

/** Joins the text before and after a missing value; line breaks are kept. */
function closeGap(before: string, after: string): string {
  const head = before.replace(/[^\S\n]+$/, '');
  const tail = after.replace(/^[^\S\n]+/, '');
  if (head.endsWith('(') && tail.startsWith(')')) return closeGap(head.slice(0, -1), tail.slice(1));
  if (head === '' || head.endsWith('\n')) return head + tail.replace(/^[,;:.!?]+[^\S\n]*/, '');
  if (/^[,;:.!?)]/.test(tail)) return joinAtPunctuation(head, tail);
  return head.length < before.length ? before + tail : before + after;
}

/** Removes one of two adjacent punctuation marks: the end of a sentence wins over a comma. */
function joinAtPunctuation(head: string, tail: string): string {
  if (/[.!?]$/.test(head) && !tail.startsWith(')')) return head + tail.slice(1);
  return head.replace(/[,;:]$/, '') + tail;
}

/** Returns the placeholder that ends at the caret, which one Backspace removes, or null. */
export function placeholderBefore(text: string, caret: number): PlaceholderSpan | null {
  return findPlaceholders(text).find((span) => span.end === caret) ?? null;
}
