import { FLAG, LITIGATORS, OTHER_WAY, plainWords } from './do-not-call-words.ts';

/** What the cells of a column that says who must not be called may be. */
export interface AnswerKind {
  /** It is nothing but a flag, or says since when: any text but "no" and the like sets it. */
  takesAny: boolean;
  /** It is about calls alone, whatever way to reach somebody a cell names. */
  isOfCalls: boolean;
}

const OTHER_WAYS = new RegExp(OTHER_WAY, 'g');
const JOINING: ReadonlySet<string> = new Set(['', 'and', 'or', 'only', 'of', 'from']);
const YES =
  /^(?:1(?: 0)?|y|t|x|on|all|calls?|phone|voice|stop|(?:yes|true|si|ja|oui|wahr|vrai|checked)\b.*)$/;
const DATE = /\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}/;
/** What stands between the answers in a cell: "Federal: No; State DNC". */
const BETWEEN_ANSWERS = /[,;|&+/\n]|\.\s/;
/** Marks that are no answer, such as an empty box; "*" is one. */
const NO_MARKS = /^(?:(?![*!•])[\s\p{P}\p{M}\p{C}~=−☐⬜✗✘❌])*$/u;
const NO: ReadonlySet<string> = new Set(
  (
    'no n f false 0 none never not non isnt null nil na nan undefined off unknown unchecked unset ' +
    'blank empty disabled inactive unlisted unregistered nein nee nej nao nunca falsch faux falso'
  ).split(' '),
);
/** What may follow: "not on the national registry". */
const AFTER_NO: ReadonlySet<string> = new Set(
  (
    'dnc on in of the a an any is yet national federal state internal tcpa flag flagged list lists ' +
    'listed registry registered record records file match matched found hit set date status ' +
    'applicable available specified'
  ).split(' '),
);
const MAY_BE_CALLED =
  /^(?:ok|okay|clean|clear|cleared|safe|good|callable|allowed|subscribed|opt(?:ed)? ?in|can call)(?: (?:to|for|call|calls|calling|contact|dial|phone))*$/;
/** Which list an answer is about: "State DNC list: no". */
const OF_LIST = /^(?:(?:is|on|national|federal|state|internal|tcpa|dnc|flag|list|registry|status|date) )+/;
const LISTS = /\b(?:dnc|national|federal|state|internal|tcpa)\b/;
/** What is behind is a note. */
const MAX_ANSWER = 200;

/** Whether a cell of a flag sets it: any text that is not plainly a no, or only "Yes", "1", "DNC", a date and the like. */
export function isSet({ takesAny, isOfCalls }: AnswerKind, cell: string): boolean {
  if (cell === '') return false;
  const text = cell.slice(0, MAX_ANSWER).replace(/\bn\/a\b/gi, 'no');
  if (text.split(BETWEEN_ANSWERS).every(isNo)) return false;
  const words = plainWords(text);
  if (!isOfCalls && isOfOtherWays(text, words)) return false;
  return takesAny || words === '' || YES.test(words) || DATE.test(text) || /\bdnc\b/.test(saysFlag(words));
}

/** Whether one answer of a cell is that somebody may be called: "No", "0", "not on DNC", "clean". */
function isNo(answer: string): boolean {
  if (NO_MARKS.test(answer)) return true;
  const words = saysFlag(plainWords(answer)).replace(/\b0+\b/g, '0');
  const told = words.replace(OF_LIST, '');
  // "National DNC, not state" without its comma says yes of one list and no of another.
  if (told !== words && LISTS.test(told)) return false;
  const [first = '', ...others] = told.split(' ');
  return (
    MAY_BE_CALLED.test(told) || (NO.has(first) && others.every((word) => NO.has(word) || AFTER_NO.has(word)))
  );
}

/** Returns words with all that say a flag as "dnc". */
function saysFlag(words: string): string {
  return words.replace(FLAG, 'dnc').replace(LITIGATORS, 'dnc');
}

/** Whether an answer names only ways to reach somebody that are no calls, "Email and SMS", or is an e-mail address. */
function isOfOtherWays(text: string, words: string): boolean {
  if (/^\S+@[\w.-]+\.[a-z]{2,}$/i.test(text)) return true;
  if (!OTHER_WAY.test(words)) return false;
  return words
    .replace(OTHER_WAYS, '')
    .split(' ')
    .every((word) => JOINING.has(word));
}
