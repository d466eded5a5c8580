import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codesOf } from './csv-codes.ts';
import {
  dialledCodes,
  isDialled,
  listedDigits,
  listedNumber,
  phoneProblem,
  readDialled,
  readNumber,
  readPhone,
  readRecommended,
  readStored,
  searchedDigits,
  searchedPrefix,
  toDialled,
  toE164,
} from './phone-number.ts';

describe('a number to dial', () => {
  test.each([
    '12025550143',
    '2025550143',
    '+12025550143',
    '+1 (202) 555-0143',
    '(+1) 202-555-0143',
    '(1) 202 555 0143',
    '1-202-555-0143',
    '1.202.555.0143',
    '202.555.0143',
    '202/555-0143',
    '(202)555-0143',
    '(202) - 555 - 0143',
    ' (202)\u00a0555\u20110143 ',
    "'+12025550143",
    '001 202 555 0143',
    '0012025550143',
    'p:+12025550143',
    'P: 2025550143',
    'tel:+1-202-555-0143',
    'Mobile: (202) 555-0143',
    'Phone:(202) 555-0143',
    'Cell Phone Number: 202.555.0143',
    'home : +1 202 555 0143',
    'Work no.: 2025550143.0',
    'm: 2025550143',
    '(202) 555-0143 (mobile)',
    '202-555-0143(c)',
    '(202) 555-0143 home',
    '2025550143 Cell Phone',
    '\u202aTel.\u00a0: 2025550143\u202c',
    '="2025550143"',
    '="+1 (202) 555-0143"',
    '２０２５５５０１４３',
    '＋１（２０２）５５５－０１４３',
    '2025550143.0',
    '12025550143.000',
    '\u202a+1 (202) 555-0143\u202c',
    '\u200b2025550143',
    '202\u00ad-555\u00ad-0143',
    '\u2066+12025550143\u2069',
  ])('%j is read', (text) => {
    expect(readPhone(text)).toBe('12025550143');
  });

  test.each([
    ['nothing', '', null],
    ['words', 'Ana Ortiz', null],
    ['a long text', '2025550143 '.repeat(200), null],
    ['too few digits', '555-0143', 'it has too few digits'],
    ['eleven digits of which one is missing', '1202555014', 'it has too few digits'],
    ['too many digits', '120255501430', 'it has too many digits'],
    ['another country', '+442079460143', 'it is a number of another country'],
    ['ten digits of another country', '+2025550143', 'it is a number of another country'],
    ['nine digits and the point of a spreadsheet', '408555012.0', 'it has a fraction'],
    ['ten digits that begin with 1 and a point', '1408555012.0', 'it has too few digits'],
    ['a fraction', '408555012.5', 'it has a fraction'],
    ['ten digits with a point among them', '40855501.20', 'it has a fraction'],
    ['ten digits and a fraction', '4085550123.50', 'it has a fraction'],
    ['a number of another country with a fraction', '+442079460958.0', 'it has a fraction'],
    ['the same with points between its groups', '+44.2079460958.0', 'it has a fraction'],
    ['a minus sign', '-4085550123', 'it begins with a minus sign'],
    ['a typographic minus sign', '\u22124085550123', 'it begins with a minus sign'],
    ['points that group no number', '1.408.555.01.23', 'its punctuation is misplaced'],
    ['a bracket that is not closed', '(408 555-0123', 'its punctuation is misplaced'],
    ['two marks', '408--555-0123', 'its punctuation is misplaced'],
    ['a plus within', '408+555-0123', 'its punctuation is misplaced'],
    ['what a spreadsheet made of it', '1.20256E+10', 'a spreadsheet shortened it and lost digits'],
    ['the same with all digits', '4.085550123E9', 'a spreadsheet shortened it and lost digits'],
    ['an extension', '202-555-0143 x12', 'it has an extension'],
    ['an extension in words', '(202) 555-0143 ext. 12', 'it has an extension'],
    ['an extension of a link', 'tel:+1-202-555-0143;ext=12', 'it has an extension'],
    ['an extension behind a pause', '2025550143,12', 'it has a fraction'],
    ['an extension behind a pause and a space', '202-555-0143, 12', 'it has an extension'],
    ['an extension with a hash', '202-555-0143#12', 'it has an extension'],
    ['two numbers', '2025550143;2025550144', 'it has several numbers'],
    ['two numbers in words', '202-555-0143 or 202-555-0144', 'it has several numbers'],
    ['two numbers of an export', '2025550143 ::: 2025550144', 'it has several numbers'],
    ['an extension behind a label', 'Office: 202-555-0143 x12', 'it has an extension'],
    ['an extension before a label', '202-555-0143 ext 12 (work)', 'it has an extension'],
    ['a label with a digit', 'Phone 2: 202-555-0143', 'it has letters'],
    ['an extension between labels', 'Main 202-555-0143 x12 (w)', 'it has an extension'],
    ['two labels on one side', 'Home: Work: 202-555-0143', 'it has letters'],
    ['a label of several words', 'Home Depot 202-555-0143', 'it has letters'],
    ['the labels of a fax', 'Work Fax 202-555-0143 (fax)', 'it has letters'],
    ['a label that is written together with the number', 'Main202-555-0143', 'it has letters'],
    ['the label of a fax', 'Fax: 202-555-0143', 'it has letters'],
    ['a label without a number', 'Home:', null],
    ['a letter behind digits', '202-555-0143 c', 'it has letters'],
    ['two labelled numbers', 'H: 202-555-0143, C: 202-555-0144', 'it has several numbers'],
    ['letters', '1-800-FLOWERS', null],
    ['letters among digits', '202-555-01a43', 'it has letters'],
    ['digits of two scripts', '202٥٥٥0143', 'it has digits of several scripts'],
    ['digits of two other scripts', '٢٠٢۵۵۵٠١٤٣', 'it has digits of several scripts'],
    ['groups in the order of another direction', '٠١٤٣-٥٥٥-٢٠٢', 'its punctuation is misplaced'],
    ['too few digits of another script', '٢٠٢٥٥٥٠١٤', 'it has too few digits'],
    ['what separates thousands', '4,085,550,115', 'its punctuation is misplaced'],
    ['commas between groups', '408,555,0131', 'its punctuation is misplaced'],
    ['another formula', '=2025550143', 'its punctuation is misplaced'],
    ['a 0 in brackets', '+44 (0)20 7946 0958', 'it has a 0 in brackets'],
    ['sixteen digits of another country', '+4420794609581234', 'it has too many digits'],
    ['six digits of another country', '+442079', 'it has too few digits'],
  ])('%s is refused by name', (_, text, fault) => {
    expect(readDialled(text)).toMatchObject({ ok: false, fault: { text: fault } });
  });

  const label = fc.constantFrom(
    'Tel',
    'Main',
    'Cell',
    'Direct',
    'Home phone',
    'Ph',
    'mobile',
    'WORK',
    'Phone No',
  );
  const mark = fc.constantFrom(' ', ': ', ':', '. ', '.: ', ' # ', '# ', ' #', ' : ', ' - ', '.');
  const written = fc.constantFrom(
    '202-555-0143',
    '(202) 555-0143',
    '+1 202 555 0143',
    '1-202-555-0143',
    '2025550143',
  );
  const behind = fc.constantFrom('', ' (w)', '(C)', ' (cell)', ' work', ' Cell Phone', ' (home phone)');

  test('is read with a label before it, behind it, and both', () => {
    fc.assert(
      fc.property(label, mark, written, behind, (name, between, number, after) => {
        expect(readPhone(`${name}${between}${number}${after}`)).toBe('12025550143');
        expect(readPhone(`${number}${after}`)).toBe('12025550143');
        expect(readDialled(`${name}${between}${number} x12${after}`)).toMatchObject({
          ok: false,
          fault: { text: 'it has an extension' },
        });
      }),
    );
  });

  test.each([
    ['0085550143', 'Area code 008 does not exist'],
    ['11085550143', 'Area code 108 does not exist'],
    ['+1 (411) 555-0143', 'Area code 411 does not exist'],
    ['911.555.0143', 'Area code 911 does not exist'],
    ['1-900-555-0143', 'Area code 900 costs extra and is not called'],
  ])('%s is refused for its area code', (text, problem) => {
    const read = readDialled(text);
    expect(!read.ok && phoneProblem(read.fault, 'Not a number')).toBe(problem);
    expect(readNumber(text)).toEqual(read);
    expect(readStored(text).ok).toBe(true);
  });

  test('every other area code is called, 555 too', () => {
    const called = Array.from({ length: 1_000 }, (_, code) => String(code).padStart(3, '0')).filter(
      (area) => readPhone(`+1${area}5550143`) !== undefined,
    );
    expect(called).toEqual(
      Array.from({ length: 800 }, (_, at) => String(at + 200)).filter(
        (area) => !area.endsWith('11') && area !== '900',
      ),
    );
  });
});

/** The code points of all decimal digits, of which each script has ten in a row. */
const DECIMALS = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
  (code) => (code < 0xd800 || code > 0xdfff) && /\p{Nd}/u.test(String.fromCodePoint(code)),
);

test('the digits of every script are read, each by its value', () => {
  expect(DECIMALS.length % 10).toBe(0);
  for (let zero = 0; zero < DECIMALS.length; zero += 10) {
    const inScript = (digits: string) =>
      digits.replace(/\d/g, (digit) => String.fromCodePoint(DECIMALS[zero + Number(digit)] ?? 0));
    expect(readDialled(inScript('(234) 567-8901'))).toEqual({ ok: true, digits: '12345678901' });
    expect(readRecommended(inScript('12345678901'), false)).toEqual({ ok: true, digits: '12345678901' });
    expect(searchedDigits(inScript('234567'))).toBe('234567');
  }
});

/** Texts made of the parts of numbers, right and wrong. */
const part = fc.oneof(
  fc.stringMatching(/^\d{1,11}$/),
  fc.constantFrom(
    '+',
    '-',
    ' ',
    '(',
    ')',
    '.',
    '.0',
    '.00',
    '/',
    '001',
    '1',
    '+1',
    'x',
    'e9',
    "'",
    '\u200b',
    'p:',
    'Cell: ',
    'home phone :',
    'Tel. ',
    'main ',
    ' (m)',
    ' work',
  ),
  fc.constantFrom('408', '555', '0123', '4085550123', '14085550123', ':::', ';', ',', '０', '４'),
);
const written = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));

test('a number that is read has exactly the digits of its text, in order', () => {
  fc.assert(
    fc.property(written, (text) => {
      for (const read of [readNumber(text), readStored(text), readRecommended(text, false)]) {
        if (!read.ok) continue;
        const seen = text
          .replaceAll('\u200b', '')
          .normalize('NFKC')
          .replace(/[\sa-z()]+$/, '');
        const before = seen.replace(/\.0+$/, '').replace(/\D/g, '');
        // The last four digits of a number may be zeros behind a point, as in 408.555.0000.
        const isLine = seen.endsWith('.0000') && before.length < 10;
        const typed = isLine ? `${before}0000` : before;
        const abroad = typed.startsWith('001') ? [typed.slice(2)] : [];
        expect([typed, `1${typed}`, ...abroad]).toContain(read.digits);
      }
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  ['12025550100', 12025550100],
  ['+12025550100', 0],
  ['22025550100', 0],
  ['1202555010', 0],
  ['1202555010a', 0],
  ['1202555010\uff11', 0],
  ['19005550100', 0],
  ['14115550100', 0],
  ['10085550100', 0],
])('dialledCodes of %j', (phone, digits) => {
  const text = `9${phone}9`;
  expect(dialledCodes(codesOf(text), 1, phone.length + 1)).toBe(digits);
});

test.each([
  ['14085550123', '14085550123'],
  ['14085550123.0', '14085550123'],
  ['\u200b14085550123\ufeff', '14085550123'],
  ['１４０８５５５０１２３', '14085550123'],
  ['4085550123', undefined],
  ['4085550123.0', undefined],
  ['+14085550123', undefined],
  ['1-408-555-0123', undefined],
  ['14085550123 ::: 14085550124', undefined],
  ['14085550123.5', undefined],
])('a RecommendedPhone %j as documented', (cell, digits) => {
  const read = readRecommended(cell, false);
  expect(read.ok ? read.digits : undefined).toBe(digits);
});

test.each([
  ['14085550123', '14085550123'],
  ['(408) 555-0123 ::: 408-555-0124', '14085550123'],
  ['4085550123.0', '14085550123'],
  ['408555012.0', '408555012.0'],
  ['19005550123', '19005550123'],
])('a RecommendedPhone %j is dialled as %j', (cell, dialled) => {
  expect(toDialled(cell)).toBe(dialled);
});

test.each([
  ['+12025550100', 12025550100],
  ['(408) 555-1234', 14085551234],
  ['+1 408-555-1234', 14085551234],
  ['14085551234', 14085551234],
  ["'+14085551234", 14085551234],
  ['4085551234.0 ::: 4085551235', 14085551234],
  ['+44 20 7946 0958', 442079460958],
  ['+44 (20) 7946-0958', 442079460958],
  ['+49.30.901820', 4930901820],
  ['+442079460958.0', 0],
  ['442079460958', 0],
  ['+123456', 0],
  ['1.20256E+10', 0],
  ['555-0100', 0],
  ['none', 0],
  ['', 0],
])('a PhoneNumber %j has the digits %d', (phone, digits) => {
  expect(listedDigits(phone)).toBe(digits);
  expect(listedNumber(phone)).toBe(digits === 0 ? phone.replace(/^\+/, '') : String(digits));
  expect(toE164(phone)).toBe(digits === 0 ? phone : `+${String(digits)}`);
});

test.each([
  ['202', '202', '1202'],
  ['(202) 555', '202555', '1202555'],
  ['202.555.01', '20255501', '120255501'],
  ['+1 202', '1202', '1202'],
  ['2025550143.0', '12025550143', '12025550143'],
  ['202\u200b555', '202555', '1202555'],
  ['408555012.0', undefined, undefined],
  ['40855501.20', undefined, undefined],
  ['-408', undefined, undefined],
  ['Ana', undefined, undefined],
  ['()', undefined, undefined],
  ['', undefined, undefined],
])('a search for %j is one for the digits %j, from the beginning %j', (text, digits, prefix) => {
  expect(searchedDigits(text)).toBe(digits);
  expect(searchedPrefix(text)).toBe(prefix);
});

test.each(['12025550100', '2025550100', '+12025550100', ''])('isDialled of %j', (phone) => {
  expect(isDialled(phone)).toBe(phone === '12025550100');
});

test('a digit behind more spaces than are read refuses the number', () => {
  expect(readPhone(`2025550143${' '.repeat(1_000)}9`)).toBeUndefined();
});
