import type { ContactField } from '#shared/contacts/contact-columns.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';

const PLACEHOLDER_FIELDS = {
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

/** The nine placeholders that a message may contain, in the order their chips are shown. */
export type Placeholder = keyof typeof PLACEHOLDER_FIELDS;
export const PLACEHOLDERS = Object.keys(PLACEHOLDER_FIELDS) as readonly Placeholder[];

/** One `{name}` in a text; `start` and `end` enclose the braces. */
export interface PlaceholderSpan {
  name: string;
  start: number;
  end: number;
}

/** How fast a voice speaks; a digit is a whole word, so it counts as several characters. */
const SPOKEN_CHARACTERS_PER_SECOND = 15;
const CHARACTERS_PER_DIGIT = 4;

export function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDER_FIELDS, name);
}

/** The field of a contact that a placeholder stands for. */
export function placeholderField(name: Placeholder): ContactField {
  return PLACEHOLDER_FIELDS[name];
}

/** Everything in braces, known or not, in order. A lone brace is just text. */
export function findPlaceholders(text: string): PlaceholderSpan[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].map((match) => ({
    name: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The names in braces that no contact can fill, each once; a message with any of them is refused. */
export function unknownPlaceholders(text: string): string[] {
  const names = findPlaceholders(text).map((span) => span.name);
  return [...new Set(names)].filter((name) => !isPlaceholder(name));
}

/** Why a message is refused for its placeholders, naming them, or null. */
export function placeholderProblem(text: string): string | null {
  const unknown = unknownPlaceholders(text).map((name) => `{${name}}`);
  if (unknown.length === 0) return null;
  return `Unknown ${unknown.length === 1 ? 'placeholder' : 'placeholders'}: ${unknown.join(', ')}`;
}

/** Between two placeholders, a comma alone separates the parts of a list, such as an address. */
const LIST_COMMA = /^,\s*$/;

/**
 * What one contact hears. Values stand in as they are (nothing escaped, nothing in them expanded again);
 * where a value is missing, the space and punctuation around it close up. Unknown placeholders stay as written.
 */
export function renderMessage(message: string, contact: Readonly<Contact>): string {
  let heard = '';
  let rest = 0;
  let gap = false;
  const appendText = (text: string) => {
    if (text === '') return;
    heard = gap ? closeGap(heard, text) : heard + text;
    gap = false;
  };
  for (const { name, start, end } of findPlaceholders(message)) {
    const text = message.slice(rest, start);
    if (!gap || !LIST_COMMA.test(text)) appendText(text);
    rest = end;
    const value = isPlaceholder(name) ? contact[PLACEHOLDER_FIELDS[name]] : message.slice(start, end);
    gap = value === '';
    heard += value;
  }
  appendText(message.slice(rest));
  return gap ? heard.trimEnd().replace(/[,;:]$/, '') : heard;
}

/** Joins what stood before and after a missing value; line breaks are the writer's and stay. */
function closeGap(before: string, after: string): string {
  const head = before.replace(/[^\S\n]+$/, '');
  const tail = after.replace(/^[^\S\n]+/, '');
  if (head.endsWith('(') && tail.startsWith(')')) return closeGap(head.slice(0, -1), tail.slice(1));
  if (head === '' || head.endsWith('\n')) return head + tail.replace(/^[,;:.!?]+[^\S\n]*/, '');
  if (/^[,;:.!?)]/.test(tail)) return joinAtPunctuation(head, tail);
  return head.length < before.length ? before + tail : before + after;
}

/** One mark is enough where two meet: the end of a sentence wins over a comma. */
function joinAtPunctuation(head: string, tail: string): string {
  if (/[.!?]$/.test(head) && !tail.startsWith(')')) return head + tail.slice(1);
  return head.replace(/[,;:]$/, '') + tail;
}

/** The placeholder that ends exactly at the caret: what one press of Backspace removes whole. */
export function placeholderBefore(text: string, caret: number): PlaceholderSpan | null {
  return findPlaceholders(text).find((span) => span.end === caret) ?? null;
}

/** About how many seconds a text takes to speak, rounded up; 0 for an empty one. */
export function spokenSeconds(text: string): number {
  const spoken = text.trim();
  const digits = spoken.replace(/\D/g, '').length;
  const characters = spoken.length + digits * (CHARACTERS_PER_DIGIT - 1);
  return Math.ceil(characters / SPOKEN_CHARACTERS_PER_SECOND);
}
