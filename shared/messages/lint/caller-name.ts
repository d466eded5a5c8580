import type { Fix, MessageFinding, MessageToLint } from './finding.ts';
import { sentencesOf, wordsOf, type Word } from './words.ts';

/** Words of a business name that callers leave out or spell in other ways. */
const UNSPOKEN = new Set([
  ...['inc', 'incorporated', 'llc', 'llp', 'pllc', 'lp', 'pc', 'pa', 'co', 'company', 'corp', 'corporation'],
  ...['ltd', 'limited', 'plc', 'gmbh', 'the', 'and'],
]);
const GREETING = /^\s*(?:hi|hello|hey|dear|greetings|good\s+(?:morning|afternoon|evening|day))\b/i;
const GREETING_WITH_NAME =
  /^\s*(?:hi|hello|hey|dear|greetings|good\s+(?:morning|afternoon|evening|day))(?:\s+there)?(?:\s+\{(?:first|last)_name(?:\|[^{}]*)?\}){0,2}\s*([,.!])\s+/i;
const MAX_GREETING_WORDS = 5;
const REASON =
  'A recorded call must state at its beginning who is responsible for it (47 CFR 64.1200(b)(1)).';

/** Returns the finding for a message that does not name the caller in its first sentence. */
export function callerFinding({ message, businessName }: MessageToLint): MessageFinding[] {
  const name = nameWords(businessName);
  if (name.length > 0 && isNamed(message, name)) return [];
  const finding = { code: 'caller_missing', kind: 'blocking', overridable: false, reason: REASON } as const;
  if (name.length === 0)
    return [{ ...finding, text: 'Your profile has no business name to say who is calling.' }];
  const spoken = spokenName(businessName);
  return [
    {
      ...finding,
      text: `The first sentence does not say that ${spoken} is calling.`,
      fix: introduction(message, spoken),
    },
  ];
}

/**
 * Returns a name as a message can contain it: on one line, without the braces of placeholders, and beginning with a word, as
 * a mark before it may end the sentence.
 */
export function spokenName(businessName: string): string {
  return businessName
    .replace(/[{}\s]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim();
}

function nameWords(businessName: string): string[] {
  const words = wordsOf(spokenName(businessName)).map(({ plain }) => plain);
  const spoken = words.filter((word) => !UNSPOKEN.has(word));
  return spoken.length > 0 ? spoken : words;
}

/** Whether the name begins in the first sentence. Spaces within it do not matter: "Sunny Side" is "Sunnyside". */
function isNamed(message: string, name: readonly string[]): boolean {
  const wanted = name.join('');
  const skipped = name.some((word) => UNSPOKEN.has(word)) ? new Set<string>() : UNSPOKEN;
  const words = wordsOf(message).filter(({ plain }) => !skipped.has(plain));
  const until = firstSentenceEnd(message);
  return words.some(({ start }, index) => start < until && begins(words, index, wanted));
}

function begins(words: readonly Word[], from: number, wanted: string): boolean {
  let length = 0;
  for (let index = from; length < wanted.length; index++) {
    const plain = words[index]?.plain;
    if (plain === undefined || !wanted.startsWith(plain, length)) return false;
    length += plain.length;
  }
  return length === wanted.length;
}

/** Returns where the first sentence ends; a greeting alone, such as "Hi Ana!", is not yet one. */
function firstSentenceEnd(message: string): number {
  for (const { start, end } of sentencesOf(message)) {
    const words = wordsOf(message.slice(start, end));
    const isGreeting = words.length <= MAX_GREETING_WORDS && GREETING.test(message.slice(start, end));
    if (words.length > 0 && !isGreeting) return end;
  }
  return message.length;
}

function introduction(message: string, name: string): Fix {
  const stop = /[.!?]$/.test(name) ? '' : '.';
  return { ...openingFix(message, `This is ${name}${stop}`), label: `Add: This is ${name}` };
}

/** Words that are written small after a greeting that ends in a comma. */
const SMALL = /^(?:This|You|We|My|Our|Here|It)\b/;

/** Returns the edit that adds a sentence at the beginning or after the greeting; one that goes on there gets its capital. */
export function openingFix(message: string, sentence: string): Fix {
  const greeting = GREETING_WITH_NAME.exec(message);
  const start = greeting?.[0].length ?? 0;
  const next = /^\p{L}/u.exec(message.slice(start, start + 2))?.[0] ?? '';
  const opening =
    greeting?.[1] === ',' && SMALL.test(sentence)
      ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
      : sentence;
  const text = `${opening} ${next.toUpperCase()}`;
  return { label: `Add: ${sentence}`, start, end: start + next.length, text };
}
