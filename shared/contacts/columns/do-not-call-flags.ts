import { firstNumber, readPhone } from '#shared/contacts/phone-number.ts';
import { isSet, type AnswerKind } from './do-not-call-answers.ts';
import { FLAG, LITIGATORS, OTHER_WAY, plainWords } from './do-not-call-words.ts';
import { headerWords, PERSON_WORDS } from './header-words.ts';
import { ownValue, type OwnValues } from './own-columns.ts';

/** A column of a list that says who must not be called. */
export interface DoNotCallFlag extends AnswerKind {
  /** Its header, as the list writes it. */
  header: string;
  position: number;
  /** The columns of the phone that it is about, such as that of "Phone 2" for "Phone 2 DNC"; none: that of the list. */
  phones: readonly number[];
}

/** Longer headers are free text. */
const MAX_HEADER = 80;
/** Most headers have none of these. */
const MAY_BE_FLAG = /dn[cd]|not|n['’]t|dont|no.?call|opt|unsub|litig/i;
/** The national committee of a party has the letters of a flag. */
const PARTY = /\bdnc (?:donors?|delegates?|members?|convention|committee|staff|volunteers?)\b/;
const CALLS = /\b(?:calls?|calling|phones?|telephone|voice|voicemails?)\b/;
/** The flag is about a check or a time of day, says the opposite, or is one of several answers. */
const OTHER_FACT =
  /\b(?:scrub\w*|check\w*|scan\w*|verif\w*|updated?|modified|refresh\w*|exp|expir\w*|before|after|between|except|hours?|counts?|ids?|keys?|url|link|opt ?in|opted in|consent|deadline|fee|period|window|not|non|no|clear\w*|clean\w*|safe|free|ok|exempt\w*|removed?|passed|compliant|eligible|allow\w*)\b/;
const SINCE = /\b(?:date|time|datetime|timestamp|since|when)\b| (?:on|at)$/;
/** What a header says of a flag, beside the phone that it is about. */
const OF_FLAGS: ReadonlySet<string> = new Set(
  (
    'phone number is has on at from for to all date time timestamp since flag status list registry ' +
    'national federal state internal tcpa global master call calls calling voice voicemail voicemails ' +
    'reason type request requested marked flagged listed registered match hit'
  ).split(' '),
);
/** Whose phone or which it is about. */
const OF_PHONES: ReadonlySet<string> = new Set([
  ...(
    'mobile home work main other best landline wireless direct day evening ' + 'owner company account record'
  ).split(' '),
  ...PERSON_WORDS,
]);

/** Returns the columns that say who must not be called, among those at no position of `known`. */
export function doNotCallFlags(
  header: readonly string[],
  known: readonly number[] = [],
): readonly DoNotCallFlag[] {
  const others = [...header.keys()].filter((position) => !known.includes(position));
  const found = others.flatMap((position) => flagAt(header[position] ?? '', position) ?? []);
  if (found.length === 0) return NONE;
  const names = header.map((name, position) => [position, phoneOf(name)] as const);
  return found.map(({ phone, ...flag }) => ({
    ...flag,
    phones: phone === '' ? [] : names.flatMap(([position, name]) => (name === phone ? [position] : [])),
  }));
}

const NONE: readonly DoNotCallFlag[] = [];

function flagAt(
  header: string,
  position: number,
): (Omit<DoNotCallFlag, 'phones'> & { phone: string }) | undefined {
  if (header.length > MAX_HEADER || !MAY_BE_FLAG.test(header)) return undefined;
  const text = plainWords(header);
  const others = text.replace(FLAG, ' ');
  const rest = others.replace(LITIGATORS, ' ').replace(/ +/g, ' ');
  if (rest === text || OTHER_FACT.test(rest) || PARTY.test(text)) return undefined;
  const isOfOthers = OTHER_WAY.test(text);
  if (isOfOthers && !CALLS.test(text)) return undefined;
  const named = headerWords(rest).filter((word) => !OF_FLAGS.has(word));
  const isFlagAlone = named.every((word) => /^\d+$/.test(word) || OF_PHONES.has(word));
  return {
    header,
    position,
    // A column of litigators may name those of a law firm.
    takesAny: SINCE.test(text) || (isFlagAlone && (others !== text || text.includes('tcpa'))),
    isOfCalls: !isOfOthers && (CALLS.test(text) || text.includes('dnc')),
    phone: named.join(' '),
  };
}

/** Returns which phone a column holds: "2" and "work" for "Phone 2" and "Office Phone"; '' where it holds none. */
function phoneOf(header: string): string {
  const words = headerWords(header);
  const isPhone = words.includes('phone') || words.includes('mobile');
  return isPhone ? words.filter((word) => word !== 'phone' && word !== 'number').join(' ') : '';
}

/** A flag that is set for a contact, with its cell as it is written. */
export interface SetFlag {
  header: string;
  value: string;
}

/** The cells of a contact by the positions of flags. */
interface FlagCells {
  cell(position: number): string;
}

/**
 * Returns the first flag that is set for a contact whose number to call is `dialled`. One that is about another number of theirs
 * says nothing about this one.
 */
export function setFlag(
  flags: readonly DoNotCallFlag[],
  cells: FlagCells,
  dialled: number,
): SetFlag | undefined {
  for (const flag of flags) {
    const value = cells.cell(flag.position).trim();
    if (!isSet(flag, value)) continue;
    const isCalled = (at: number) => readPhone(firstNumber(cells.cell(at))) === String(dialled);
    if (flag.phones.length === 0 || flag.phones.some(isCalled)) return { header: flag.header, value };
  }
  return undefined;
}

/** Returns the flag that is set among the own columns of a contact, of whose names it may have some left out. */
export function ownFlag(
  custom: OwnValues | undefined,
  dialled: number,
  names: readonly string[] = Object.keys(custom ?? {}),
): SetFlag | undefined {
  const flags = flagsOfList(names);
  if (flags.length === 0) return undefined;
  return setFlag(flags, { cell: (at) => ownValue(custom, names[at] ?? '') }, dialled);
}

/** What was found last: the contacts of a list have the same names. */
let last: { names: string; flags: readonly DoNotCallFlag[] } | undefined;

function flagsOfList(names: readonly string[]): readonly DoNotCallFlag[] {
  const joined = names.join('\n');
  if (last?.names !== joined) last = { names: joined, flags: doNotCallFlags(names) };
  return last.flags;
}
