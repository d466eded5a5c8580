import { visible } from '#shared/contacts/visible-text.ts';

/** Digits that were written or spelled out as one unit. `tens`: a following digit word completes it. */
interface Group {
  digits: string;
  tens: boolean;
}

const MAX_DIGITS = 15;
const NORTH_AMERICAN = /^1?([2-9]\d\d[2-9]\d{6})$/;

const UNITS = new Map(
  [
    ['zero', 'oh', 'o', 'cero'],
    ['one', 'uno'],
    ['two', 'dos'],
    ['three', 'tres'],
    ['four', 'cuatro'],
    ['five', 'cinco'],
    ['six', 'seis'],
    ['seven', 'siete'],
    ['eight', 'ocho'],
    ['nine', 'nueve'],
  ].flatMap((words, digit) => words.map((word) => [word, String(digit)] as const)),
);
const TEENS = new Map(
  [
    'ten',
    'eleven',
    'twelve',
    'thirteen',
    'fourteen',
    'fifteen',
    'sixteen',
    'seventeen',
    'eighteen',
    'nineteen',
  ].map((word, index) => [word, String(10 + index)]),
);
const TENS = new Map(
  ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map((word, index) => [
    word,
    `${String(2 + index)}0`,
  ]),
);
const ZEROS = new Map([
  ['hundred', '00'],
  ['thousand', '000'],
]);
const REPEATS = new Map([
  ['double', 2],
  ['triple', 3],
]);
/** What may stand between the digits of a number. */
const BETWEEN = /^(?:area|code|dash|hyphen|dot|[-‐-―().,/+·•])$/u;

/**
 * Returns the phone numbers that a text contains, as their digits with the country code: of North America in any spelling,
 * in digits, words ("five five five") or letters ("1-800-FLOWERS"), and `wanted`, digits of any country.
 */
export function spokenNumbers(text: string, wanted = ''): Set<string> {
  const read = visible(text);
  const numbers = new Set(vanityNumbers(read));
  for (const run of digitRuns(read)) {
    for (let from = 0; from < run.length; from++) {
      let digits = '';
      for (let index = from; index < run.length && digits.length < MAX_DIGITS; index++) {
        digits += run[index]?.digits ?? '';
        const local = NORTH_AMERICAN.exec(digits)?.[1];
        if (local !== undefined) numbers.add(`1${local}`);
        if (digits === wanted) numbers.add(wanted);
      }
    }
  }
  return numbers;
}

/** Returns the groups of digits that follow each other with nothing but punctuation between them. */
function digitRuns(text: string): Group[][] {
  const runs: Group[][] = [];
  let run: Group[] = [];
  let repeat = 1;
  for (const [token] of text.toLowerCase().matchAll(/\{[^{}]*\}|\d+|\p{L}+|\S/gu)) {
    const times = REPEATS.get(token);
    if (times !== undefined) repeat = times;
    else if (BETWEEN.test(token)) continue;
    else if (!addToken(run, token, repeat)) {
      if (run.length > 0) runs.push(run);
      run = [];
      repeat = 1;
    } else repeat = 1;
  }
  return run.length > 0 ? [...runs, run] : runs;
}

/** Adds a token to a run; returns false if it is no digits. */
function addToken(run: Group[], token: string, repeat: number): boolean {
  const last = run.at(-1);
  const unit = UNITS.get(token);
  const zeros = ZEROS.get(token);
  if (zeros !== undefined) {
    if (last === undefined || last.digits.length > 2) return false;
    last.digits += zeros;
    last.tens = false;
  } else if (unit !== undefined && unit !== '0' && last?.tens === true) {
    last.digits = last.digits.slice(0, 1) + unit;
    last.tens = false;
  } else {
    const tens = TENS.get(token);
    const digits = tens ?? unit ?? TEENS.get(token) ?? (/^\d/.test(token) ? token : undefined);
    if (digits === undefined) return false;
    run.push({
      digits: repeat > 1 && digits.length === 1 ? digits.repeat(repeat) : digits,
      tens: tens !== undefined,
    });
  }
  return true;
}

const VANITY =
  /(?<![\p{L}\p{N}])(?:1[\s.-]?)?\(?([2-9]\d\d)\)?[\s.-]{1,2}([A-Z0-9]{1,12}(?:-[A-Z0-9]{1,8}){0,3})(?![\p{L}\p{N}])/gu;
const LETTERS_OF_KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Returns the numbers that are written with the letters of a telephone's keys. */
function vanityNumbers(text: string): string[] {
  return [...text.matchAll(VANITY)].flatMap(([, area = '', name = '']) => {
    const keys = name.replaceAll('-', '').slice(0, 7);
    if (keys.length < 7 || !/[A-Z]/.test(keys)) return [];
    return [`1${area}${keys.replace(/[A-Z]/g, keyOf)}`];
  });
}

function keyOf(letter: string): string {
  return String(LETTERS_OF_KEYS.findIndex((letters) => letters.includes(letter)) + 2);
}
