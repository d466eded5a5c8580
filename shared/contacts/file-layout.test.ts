import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayBeOther, readLayout } from './file-layout.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';

const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
const headOf = (text: string, encoding: Parameters<typeof encodeText>[1] = 'utf-8') =>
  readLayout(encodeText(text, encoding));
const delimiterOf = (text: string) => {
  const reading = headOf(text);
  return reading.ok ? reading.layout.delimiter : reading.problem;
};

describe('the delimiter', () => {
  test.each([
    [HEADER, ','],
    [HEADER.replaceAll(',', ';'), ';'],
    [HEADER.replaceAll(',', '\t'), '\t'],
    [HEADER.replaceAll(',', '|'), '|'],
    ['"id";"FirstName";"LastName"', ';'],
    // A comma file stays one, whatever stands in its other columns.
    [`${HEADER},"Notes; old; new; a; b; c; d"`, ','],
    [`${HEADER},a;b;c;d;e;f;g|h|i|j|k|l|m`, ','],
    [`"Name; first",${HEADER}`, ','],
    ['Name,Phone', ','],
    ['Name;Phone, mobile;Mail', ';'],
    ['id', ','],
    ['', ','],
    // Lines that are empty come before the header.
    [`;;;;\n\n${HEADER.replaceAll(',', ';')}`, ';'],
    [`\r\n${HEADER}`, ','],
  ])('of %j is %j', (text, delimiter) => {
    expect(delimiterOf(`${text}\n1,2;3\t4|5,6\n`)).toBe(delimiter);
  });

  test('only the header decides', () => {
    expect(delimiterOf(`${HEADER}\n1;2;3;4;5;6;7;8;9\n`)).toBe(',');
  });
});

describe('the delimiter of a file with titles above its header', () => {
  const title = fc.constantFrom(
    ...['Kundenliste 2026', 'Customers, May 2026', 'Sales; North', '"Ana" Diaz', 'a "b', '=', ''],
  );
  const titles = fc.array(title, { minLength: 1, maxLength: 8 });
  const delimiters = fc.constantFrom(',', ';', '\t', '|');
  const newlines = fc.constantFrom('\n', '\r\n', '\r');

  test('is that of the header, whatever the titles are', () => {
    const header = fc.constantFrom(
      HEADER,
      'First Name,Last Name,Mobile',
      'Telefonnummer,Name',
      'Name,"Phone; mobile"',
    );
    fc.assert(
      fc.property(titles, header, delimiters, newlines, (above, names, delimiter, newline) => {
        const lines = [...above, names.replaceAll(',', delimiter), `Ana${delimiter}2025550143`];
        expect(delimiterOf(lines.join(newline))).toBe(delimiter);
      }),
    );
  });

  test('is that of most records where no header is known', () => {
    fc.assert(
      fc.property(delimiters, newlines, (delimiter, newline) => {
        const rows = ['Wer,Erreichbar', 'Ana,2025550143', 'Bo,2025550144'];
        const lines = ['Sperrliste', '', ...rows.map((row) => row.replaceAll(',', delimiter))];
        expect(delimiterOf(lines.join(newline))).toBe(delimiter);
      }),
    );
    expect(delimiterOf('Wer,Erreichbar\nAna,"a;b;c"\nBo,a|b|c\n')).toBe(',');
  });
});

test('the delimiter of contacts is theirs, though a line that is not divided has a word of headers beside a number', () => {
  const row = fc.constantFrom('Ana,408-555-0101 cell', 'Mobile,4085550102', 'Ben,Work,408-555-0103 x1');
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';', '\t', '|'),
      (rows, mark) => {
        expect(delimiterOf(rows.join('\n').replaceAll(',', mark))).toBe(mark);
      },
    ),
  );
});

describe('the line sep= of Excel', () => {
  test.each(['sep=;\r\n', '"sep=;"\n', 'SEP=;\n'])('%j is skipped', (line) => {
    const layout = { encoding: 'utf-8', newline: '\n', delimiter: ';' };
    expect(headOf(`${line}a;b\n`)).toEqual({ ok: true, layout: { ...layout, start: line.length } });
    expect(headOf(`\uFEFF${line}a;b\n`)).toEqual({ ok: true, layout: { ...layout, start: line.length + 3 } });
  });

  test('is skipped in UTF-16 as well', () => {
    expect(headOf('\uFEFFsep=\t\na\tb\n', 'utf-16le')).toMatchObject({
      layout: { encoding: 'utf-16le', delimiter: '\t', start: 14 },
    });
  });

  test('with another character is a problem in words', () => {
    expect(headOf('sep=:\na:b\n')).toEqual({
      ok: false,
      problem: 'The first line names ":" as the separator. Please save it as CSV UTF-8.',
    });
  });
});

describe('the encoding', () => {
  test.each([
    [`\uFEFF${HEADER}`, 'utf-16le'],
    [`\uFEFF${HEADER}`, 'utf-16be'],
    [HEADER, 'utf-16le'],
    [HEADER, 'utf-16be'],
    [HEADER, 'utf-8'],
    [`\uFEFF${HEADER}`, 'utf-8'],
  ] as const)('of %j is found: %s', (text, encoding) => {
    expect(headOf(text, encoding)).toMatchObject({ layout: { encoding, delimiter: ',' } });
  });

  test.each([
    ['binary', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 0), 'This is not a text file.'],
    ['UTF-32', Uint8Array.of(0xff, 0xfe, 0, 0, 0x69, 0, 0, 0), 'This is not a text file.'],
    ['nothing', new Uint8Array(), 'The file is empty.'],
  ])('%s is refused', (_, head, problem) => {
    const reading = readLayout(head);
    expect(reading.ok ? '' : reading.problem).toContain(problem);
  });

  test('may be another one after UTF-8, unless the file says that it is UTF-8', () => {
    const plain = headOf(HEADER);
    const marked = headOf(`\uFEFF${HEADER}`);
    if (!plain.ok || !marked.ok) throw new Error('Both are text');
    expect(mayBeOther(plain.layout, encodeText(HEADER, 'utf-8'))).toBe(true);
    expect(mayBeOther(marked.layout, encodeText(`\uFEFF${HEADER}`, 'utf-8'))).toBe(false);
  });
});
