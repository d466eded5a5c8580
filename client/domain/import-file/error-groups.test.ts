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
