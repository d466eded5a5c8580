import { firstNumber, readPhone } from '#shared/contacts/phone-number.ts';
import { visible } from '#shared/contacts/visible-text.ts';
import { headerWords } from './header-words.ts';
import { ownValue, type OwnValues } from './own-columns.ts';

/** A column of a list that says who must not be called. */
export interface DoNotCallFlag {
  /** Its header, as the list writes it. */
  header: string;
  position: number;
  /** It says since when, so that any text but "never" and the like sets it. */
  isDate: boolean;
  /** The columns of the phone that it is about, such as that of "Phone 2" for "Phone 2 DNC"; none: that of the list. */
  phones: readonly number[];
}

/** Longer headers are free text. */
const MAX_HEADER = 80;
/** Most headers have none of these. */
const MAY_BE_FLAG = /dn[cd]|not|n['’]t|dont|no.?call|opt|unsub|litig/i;
const FLAG =
  /\b(?:do ?not|dont) ?(?:call|contact|phone|telephone|dial|ring|disturb|solicit|voicemail|market)\b|\bno ?call\b|\b(?:is|on)?dn[cd][lr]?(?:flag|status|list|date)?\b|\b(?:is|has)?opt(?:s|ed|ing)? ?outs?\b|\bunsubscribed?\b|\blitigat(?:ors?|ion)\b/g;
/** Ways to reach somebody that are no calls, and what people opt out of beside. */
const OTHER_WAY =
  /\b(?:e ?mails?|mail(?:s|ings?)?|fax(?:es)?|sms|mms|texts?|texting|newsletters?|letters?|postal|print|push|whatsapp|messenger|cookies?|sales?|paperless|arbitration)\b/;
const CALLS = /\b(?:calls?|calling|phones?|telephone|voice|voicemails?)\b/;
/** The flag is about a check or a time of day, says the opposite, or is one of several answers. */
const OTHER_FACT =
  /\b(?:scrub\w*|check\w*|scan\w*|verif\w*|updated?|modified|refresh\w*|exp|expir\w*|before|after|between|except|hours?|counts?|ids?|keys?|url|link|opt ?in|opted in|consent|deadline|fee|period|window|not|non|no|clear\w*|clean\w*|safe|free|ok|exempt\w*|removed?|passed|compliant|eligible|allow\w*)\b/;
const SINCE = /\b(?:date|time|datetime|timestamp|since|when)\b| (?:on|at)$/;
/** What a header says of a flag, beside the phone that it is about. */
const OF_FLAGS: ReadonlySet<string> = new Set(
  'phone number is has on at from for to all date time flag status list registry national federal state internal tcpa'.split(
    ' ',
  ),
);

/** Returns the columns that say who must not be called, among those at no position of `known`. */
export function doNotCallFlags(
  header: readonly string[],
  known: readonly number[] = [],
): readonly DoNotCallFlag[] {
  const others = [...header.keys()].filter((position) => !known.includes(position));
  const found = others.flatMap((position) => flagAt(header[position] ?? '', position) ?? []);
  if (found.length === 0) return NONE;
  const names = others.map((position) => [position, phoneOf(header[position] ?? '')] as const);
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
  const rest = text.replace(FLAG, ' ').replace(/ +/g, ' ');
  if (rest === text || OTHER_FACT.test(rest)) return undefined;
  if (OTHER_WAY.test(text) && !CALLS.test(text)) return undefined;
  const named = headerWords(rest).filter((word) => !OF_FLAGS.has(word));
  return { header, position, isDate: SINCE.test(text), phone: named.join(' ') };
}

/** Returns which phone a column holds: "2" and "work" for "Phone 2" and "Office Phone"; '' where it holds none. */
function phoneOf(header: string): string {
  const words = headerWords(header);
  const isPhone = words.includes('phone') || words.includes('mobile');
  return isPhone ? words.filter((word) => !OF_FLAGS.has(word)).join(' ') : '';
}

/** Returns a header in lower-case words of letters or digits. */
function plainWords(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’]/gu, '')
    .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const YES =
  /^(?:1(?:\.0+)?|y|t|x|on|✓|✔|☑|✅|☒|\[x\]|all|calls?|phone|voice|stop|(?:yes|true|si|ja|oui|wahr|vrai|checked)\b.*|(?:on |national |federal |state |internal |tcpa )*(?:dn[cd]|do[ -]?not[ -]?(?:call|contact|phone|disturb)|opt(?:ed)?[ -]?out|unsubscribed?|litigator)(?: list| registry| all)?)$/;
const NO =
  /^(?:(?:no|not|never|none|null|nil|unknown|off|false|unchecked)\b.*|n|f|n\/?a|[0/:. –—-]*|☐|⬜|✗|✘|❌|\[ ?\])$/;
const DATE = /\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}/;

/** Whether a cell of a flag sets it: "Yes", "1", "DNC", or a date. */
function isSet({ isDate }: DoNotCallFlag, cell: string): boolean {
  if (cell === '') return false;
  const text = visible(cell)
    .normalize('NFKD')
    .replace(/[\p{M}\uFE0F]/gu, '')
    .trim()
    .toLowerCase();
  if (NO.test(text)) return false;
  return isDate || YES.test(text) || DATE.test(text);
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
  const flags = doNotCallFlags(names);
  if (flags.length === 0) return undefined;
  return setFlag(flags, { cell: (at) => ownValue(custom, names[at] ?? '') }, dialled);
}
