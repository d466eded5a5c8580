import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLANNED_CODES } from './area-code-corrections.ts';
import { readAreaCodes } from './area-codes.ts';
import { compareAreaCodes } from './compare-area-codes.ts';

const known = { places: readAreaCodes(), planned: PLANNED_CODES };
const shipped = readFileSync(new URL('area-codes-in-service.csv', import.meta.url), 'utf8');
const compare = (text: string) => compareAreaCodes(text, known);
const rows = shipped.split('\n').filter((line) => /^\d/.test(line));
const withRows = (changed: readonly string[]) => ['NPA,Location', ...changed].join('\n');

test('Hark knows the area codes of the list that it ships, and where each is', () => {
  expect(rows.length).toBeGreaterThan(450);
  expect(compare(shipped)).toEqual([]);
});

test('483 is in Alabama, and 565 in Georgia before it is in service', () => {
  expect(known.places.get('483')?.states).toEqual(['AL']);
  expect(known.places.get('565')?.states).toEqual(['GA']);
  expect(compare(withRows([...rows, '565,GA']))).toEqual([]);
  expect(compare(withRows([...rows, '565,Alabama']))).toEqual(['565: Alabama in the list, GA in Hark']);
});

describe('each difference is one line', () => {
  test('a code that Hark does not know', () => {
    expect(compare(withRows([...rows, '999,TX']))).toEqual(['999: TX in the list, unknown to Hark']);
  });

  test('any row that is missing or names another place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: rows.length - 1 }), fc.boolean(), (at, isMissing) => {
        const [code = '', place = ''] = (rows[at] ?? '').split(',');
        const other = place === 'VT' ? 'HI' : 'VT';
        const changed = rows.flatMap((row, index) =>
          index !== at ? row : isMissing ? [] : `${code},${other}`,
        );
        const lines = compare(withRows(changed)) ?? [];
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(isMissing ? `${code}: ` : `${code}: ${other} in the list, `);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the forms of NANPA’s lists', () => {
  const database = [
    'File Date,09/21/2026',
    'NPA_ID,type_of_code,USE,LOCATION,COUNTRY,IN_SERVICE',
    ...rows.map((row) => {
      const [code = '', place = ''] = row.split(',');
      return `${code},General Purpose Code,G,${place},US,Y`;
    }),
    '800,Easily Recognizable Code,N,NANP AREA,,Y',
    '565,General Purpose Code,G,GA,US,N',
    '200,General Purpose Code,,,,N',
  ].join('\r\n');

  test.each([
    ['the NPA database', database],
    ['tabs', withRows(rows).replaceAll(',', '\t')],
    [
      'semicolons, quotation marks and a byte order mark',
      `\uFEFF"NPA";"Location"\r\n${rows.map((row) => row.replace(',', ';')).join('\r\n')}`,
    ],
    [
      'names in words',
      withRows(rows.map((row) => row.replace(/,NJ$/, ',NEW JERSEY').replace(/,VI$/, ',USVI'))),
    ],
    [
      'a region in words of NANPA’s own',
      withRows(rows.map((row) => row.replace('NT/YT/NU', 'YUKON - NW TERR. - NUNAVUT'))),
    ],
  ])('%s', (_name, text) => {
    expect(compare(text)).toEqual([]);
  });

  test.each(['', 'hello', 'NPA\n201', '201,NJ\n202,DC'])('%j is no list', (text) => {
    expect(compare(text)).toBeUndefined();
  });
});
