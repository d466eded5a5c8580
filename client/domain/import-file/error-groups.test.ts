import { expect, test } from 'vitest';
import { errorGroups } from './error-groups.ts';
import { createErrorTable } from './error-table.ts';

test('errors are grouped by kind, and each counts its rows', () => {
  const errors = createErrorTable([
    { line: 2, message: 'Invalid phone number format' },
    { line: 2, message: 'Invalid recommended phone format' },
    { line: 3, message: 'Duplicate phone number' },
    { line: 4, message: 'Duplicate phone number' },
    { line: 4, message: 'Missing LastName' },
    { line: 5, message: 'Duplicate phone number' },
    { line: 6, message: 'Duplicate id' },
    { line: 7, message: 'Something else' },
    { line: 8, message: 'Invalid recommended phone format' },
  ]);
  expect(errorGroups(errors).map(({ text, indexes }) => [text, [...indexes]])).toEqual([
    ['3 duplicates', [2, 3, 5]],
    ['2 bad numbers', [0, 1, 8]],
    ['1 without LastName', [4]],
    ['1 duplicate id', [6]],
    ['1 other error', [7]],
  ]);
  expect(errorGroups(createErrorTable([]))).toEqual([]);
});

test.each([
  ['Duplicate id', '1 duplicate id', '2 duplicate ids'],
  ['Duplicate phone number', '1 duplicate', '2 duplicates'],
  ['Missing FirstName', '1 without FirstName', '2 without FirstName'],
  ['Invalid state: XX', '1 bad state', '2 bad states'],
  ['Invalid country: XX', '1 bad country', '2 bad countries'],
  ['Phone notes is longer than 200 characters', '1 too long', '2 too long'],
  ['The message is empty for this contact', '1 empty message', '2 empty messages'],
  ['Invalid phone number format', '1 bad number', '2 bad numbers'],
  ['There is no such area code', '1 bad number', '2 bad numbers'],
  ['The NUMBER has 12 digits', '1 bad number', '2 bad numbers'],
  ['It has an extension', '1 bad number', '2 bad numbers'],
  ['“Phone 1 DNC” is set for this contact', '1 marked do not call', '2 marked do not call'],
  ['Something else', '1 other error', '2 other errors'],
])('“%s” in one row is “%s”, in two “%s”', (message, one, several) => {
  const said = [[2], [2, 3], [2, 2]].map((lines) =>
    errorGroups(createErrorTable(lines.map((line) => ({ line, message })))).map(({ text }) => text),
  );
  expect(said).toEqual([[one], [several], [one]]);
});
