import { describe, expect, test } from 'vitest';
import { CONTACT_COLUMNS, MAX_COLUMNS, readHeader, sampleCsv, sampleFileName } from './contact-columns.ts';
import { headerMeanings } from './header-meaning.ts';

const HEADERS = CONTACT_COLUMNS.map(({ header }) => header);
const REQUIRED = HEADERS.slice(0, 5);
const message = (cells: string[]) => {
  const read = readHeader(cells);
  return read.ok ? null : read.message;
};

test('the sample file has the documented columns and a person', () => {
  expect(sampleCsv()).toBe(
    'id,FirstName,LastName,PhoneNumber,RecommendedPhone,Address1,Address2,City,State,Zipcode,Country\r\n' +
      '1,Jane,Doe,+12345551234,14085551234,123 Main St,Apt 4,San Jose,CA,95112,US\r\n',
  );
});

test.each([
  [' Autumn ', 'Autumn_sample.csv'],
  ['', 'contacts_sample.csv'],
  ['  ', 'contacts_sample.csv'],
  ['a\\b/c:d*e?f"g<h>i|j\tk', 'a_b_c_d_e_f_g_h_i_j_k_sample.csv'],
])('the sample of the campaign %j is called %s', (campaign, name) => {
  expect(sampleFileName(campaign)).toBe(name);
});

test('each column has a header that is also known by its words', () => {
  expect(HEADERS.filter((header) => headerMeanings(header).length === 0)).toEqual([]);
});

describe('a header', () => {
  test('is read in any case and order, with spaces, a byte order mark and empty columns at the end', () => {
    const cells = ['\uFEFF City ', ...REQUIRED.map((header) => ` ${header.toUpperCase()} `), '', ' '];
    expect(readHeader(cells)).toEqual({
      ok: true,
      positions: [1, 2, 3, 4, 5, -1, -1, 0, -1, -1, -1, -1, -1],
      others: [],
      own: [],
    });
  });

  test.each(REQUIRED)('is refused without %s', (missing) => {
    expect(message(HEADERS.filter((header) => header !== missing))).toBe('Invalid headers');
  });

  test.each(HEADERS.slice(5))('needs no %s', (missing) => {
    expect(message(HEADERS.filter((header) => header !== missing))).toBeNull();
  });

  test.each(HEADERS)('is refused with %s twice', (twice) => {
    expect(message([...HEADERS, twice.toLowerCase()])).toBe(`Invalid headers: ${twice} appears twice`);
  });

  test('names the other columns once, as they are written', () => {
    const read = readHeader(['Plan', ...REQUIRED, '', ' Renewal Date', 'Plan']);
    expect(read.ok && read.others).toEqual(['Plan', 'Renewal Date']);
    expect(read.ok && read.own.map(({ name, position }) => [name, position])).toEqual([
      ['plan', 0],
      ['renewal_date', 7],
      ['plan_2', 8],
    ]);
  });

  test('has at most 1,000 columns, without the empty ones at its end', () => {
    const wide = (columns: number) => [...REQUIRED, ...Array<string>(columns - 6).fill(''), 'Plan'];
    expect(message(wide(MAX_COLUMNS))).toBeNull();
    expect(message([...wide(MAX_COLUMNS), ''])).toBeNull();
    expect(message(wide(MAX_COLUMNS + 1))).toBe('Invalid headers: more than 1000 columns');
  });
});
