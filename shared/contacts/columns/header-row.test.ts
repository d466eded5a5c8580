import { expect, test } from 'vitest';
import { likelyHeader } from './header-row.ts';

const HEADER = ['id', 'FirstName', 'LastName', 'PhoneNumber', 'RecommendedPhone'];
const PERSON = ['1', 'Ana', 'Diaz', '+14085550101', '14085550101'];

test.each<[string, string[][], number]>([
  ['the first row', [HEADER, PERSON], 0],
  ['below titles', [['Customer report', '', ''], ['Exported 2026-11-20'], HEADER, PERSON], 2],
  ['below a title that names a column', [['Phone list'], HEADER, PERSON], 1],
  [
    'above rows with words that are headers, too',
    [
      ['Name', 'Phone', 'Phone Type'],
      ['Ana Diaz', '4085550101', 'Mobile'],
    ],
    0,
  ],
  [
    'the first of equal ones',
    [
      ['Name', 'Phone'],
      ['First Name', 'Mobile'],
    ],
    0,
  ],
  [
    'none that is known',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    0,
  ],
  ['no row', [], 0],
  ['none: the first row is a contact', [PERSON, ['2', 'Ben', 'Ode', '+14085550102', '14085550102']], -1],
  ['none: the first row has an address', [['Ana', 'ana@example.com'], ['Ben']], -1],
  ['none: the phone of the first row cannot be read', [['Ana', 'Diaz', '408-555-0101 x1'], ['Ben']], -1],
  ['none: it has no area code', [['Ana', 'Home', '555-0101'], ['Ben']], -1],
  [
    'one that shows how phones are written',
    [['Customers'], ['Name', 'Phone (e.g. 408-555-0101)'], PERSON],
    1,
  ],
  ['a title above contacts', [['Customers'], PERSON], 0],
])('the headers are %s', (_, rows, index) => {
  expect(likelyHeader(rows)).toBe(index);
});

test('headers are looked for in the first ten rows', () => {
  expect(likelyHeader([...Array.from({ length: 9 }, () => ['Title']), HEADER])).toBe(9);
  expect(likelyHeader([...Array.from({ length: 10 }, () => ['Title']), HEADER])).toBe(0);
});
