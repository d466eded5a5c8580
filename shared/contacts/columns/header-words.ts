import { remember } from '#shared/calling/remembered.ts';

/** Words with the same meaning: each is read as the words before the colon. */
const SYNONYMS: Readonly<Record<string, string>> = {
  phone: 'phones telephone tel telefon telefono telefone ph fon phonenr rufnummer',
  mobile: 'cell cellular mobil mob handy movil celular sms smartphone',
  'mobile phone': 'cellphone iphone',
  number: 'numbers no nr num nummer numero',
  email: 'emails mail correo courriel emailadresse',
  id: 'ids uid uuid guid key',
  first: 'given fore',
  'first name': 'forename fname vorname prenom nombre',
  last: 'family sur',
  'last name': 'surname lname nachname apellido apellidos nom',
  address: 'addr adresse direccion',
  street: 'strasse calle rue straße',
  unit: 'suite apartment apt',
  city: 'town locality ort stadt ciudad ville',
  state: 'province prov region bundesland provincia kanton',
  zip: 'zipcode postal postcode plz postleitzahl',
  country: 'countries nation land pais pays',
  company: 'organization organisation employer firm org firma empresa',
  work: 'business office geschaftlich beruflich trabajo',
  home: 'personal private residential privat particular',
  main: 'primary default principal haupt',
  other: 'alternate alternative alt secondary additional weitere weiterer weiteres weiteren otro',
  best: 'recommended preferred dial dialled',
  fax: 'telefax facsimile',
  assistant: 'assistent assistentin ayudante asistente',
  landline: 'festnetz',
  type: 'typ tipo',
};

/** Words for the person on the list. */
export const PERSON_WORDS: readonly string[] = [
  ...['contact', 'customer', 'client', 'lead', 'person', 'member', 'patient', 'donor', 'subscriber'],
  ...['buyer', 'user', 'recipient', 'prospect', 'applicant', 'attendee', 'respondent', 'participant'],
  ...['resident', 'homeowner', 'tenant', 'borrower', 'policyholder', 'insured', 'shopper'],
];

/** Words of a column that is about somebody else, or about the column beside it. */
export const EXCLUDING_WORDS: ReadonlySet<string> = new Set(
  [
    'assistant assistants asst secretary guest referrer referral referred referring reference boss manager',
    'supervisor spouse husband wife partner emergency parent parents mother father mom dad guardian child kin',
    'relative sibling brother sister son daughter neighbor neighbour friend caregiver agent rep salesperson',
    'salesman owner broker doctor physician lawyer attorney vendor supplier landlord witness driver plus',
    'type label kind carrier provider verified verification valid validated validation invalid wrong bad',
    'status fax old former previous past ext extension prefix pager telex isdn tty tdd car radio callback',
    'consent permission optin opt subscribed unsubscribed marketing blocked bounced count score date time',
    'created updated modified note notes source tag tags url web website ip mac wallet formatted box',
    'phonetic yomi middle nick nickname maiden salutation username login password dnc timezone zone tax',
  ].flatMap((line) => line.split(' ')),
);

/** Words that say nothing about what a column holds. */
const FILLERS: ReadonlySet<string> = new Set([
  'value',
  'values',
  'of',
  'the',
  's',
  'your',
  'my',
  'field',
  'a',
  'de',
  'del',
]);

/** Further words, so that headers which are written together can be cut. */
const OTHER_WORDS =
  'name full display complete line code billing bill mailing mail shipping ship direct day evening daytime ' +
  'record external unique crm extended account associated square and whatsapp landline caller called';

const MEANINGS = new Map<string, readonly string[]>(
  Object.entries(SYNONYMS).flatMap(([meaning, words]) => {
    const meant = meaning.split(' ');
    return [...words.split(' '), ...meant].map(
      (word) => [word, meant.includes(word) ? [word] : meant] as const,
    );
  }),
);
const VOCABULARY: ReadonlySet<string> = new Set([
  ...MEANINGS.keys(),
  ...PERSON_WORDS,
  ...EXCLUDING_WORDS,
  ...OTHER_WORDS.split(' '),
]);

/** Longer headers are free text, not the name of a column. */
const MAX_HEADER_LENGTH = 80;
/** Shorter parts occur in too many words. */
const SHORT_PARTS: ReadonlySet<string> = new Set(['id', 'no', 'nr']);

/**
 * Returns the words of a header in the order of the header, synonyms as one: "Primary Cell #", "primary_cell" and
 * "PRIMARYCELL" are `main`, `mobile`. Numbers are words. Empty for a text that is too long to be a header.
 */
export function headerWords(header: string): readonly string[] {
  return header.length > MAX_HEADER_LENGTH ? [] : remember(REMEMBERED, header, () => wordsOf(header));
}

/** A header is asked for by each kind of column that it may name. */
const REMEMBERED = new Map<string, readonly string[]>();

function wordsOf(header: string): string[] {
  return header
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\biphone\b/gi, ' cellphone ')
    .replace(/whats[\s_-]?app/gi, ' whatsapp ')
    .replace(/land[\s_-]?line/gi, ' landline ')
    .replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\be[\s-]?mail/g, 'email')
    .replace(/\bmail(?=[\s_-]*(?:street|city|state|province|zip|post|country))/g, 'mailing ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .flatMap((word) => (VOCABULARY.has(word) ? [word] : (cut(word) ?? [word])))
    .flatMap((word) => MEANINGS.get(word) ?? [word]);
}

/** The lengths of the words that a text may be cut into, by their first two letters, longest first. */
const PART_LENGTHS = lengthsByBeginning(
  [...VOCABULARY].filter((word) => word.length > 2 || SHORT_PARTS.has(word)),
);

function lengthsByBeginning(words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const lengths = new Map<string, Set<number>>();
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const beginning = word.slice(0, 2);
    lengths.set(beginning, (lengths.get(beginning) ?? new Set()).add(word.length));
  }
  return new Map([...lengths].map(([beginning, found]) => [beginning, [...found]]));
}

/**
 * Returns the known words that a text consists of, longer ones first, or null: "mobilephone" is `mobile`, `phone`. `failed` are
 * the positions from which it consists of none; without them, "zipcode" eleven times has 2,048 divisions.
 */
function cut(text: string, from = 0, failed = new Set<number>()): string[] | null {
  if (from === text.length) return [];
  if (failed.has(from)) return null;
  for (const length of PART_LENGTHS.get(text.slice(from, from + 2)) ?? []) {
    const part = text.slice(from, from + length);
    if (part.length < length || !VOCABULARY.has(part)) continue;
    const rest = cut(text, from + length, failed);
    if (rest !== null) return [part, ...rest];
  }
  failed.add(from);
  return null;
}
