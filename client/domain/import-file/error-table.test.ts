import { expect, test } from 'vitest';
import { createErrorTableBuilder, errorsOf, errorText, createErrorTable } from './error-table.ts';

test('a table keeps the order and the messages of its errors', () => {
  const builder = createErrorTableBuilder();
  for (let line = 2; line < 5_002; line++) {
    builder.add({ line, message: line % 2 === 0 ? 'Duplicate phone number' : 'Missing id' });
  }
  const table = builder.build();
  expect(builder.count).toBe(5_000);
  expect(table.messages).toEqual(['Duplicate phone number', 'Missing id']);
  expect([errorText(table, 0), errorText(table, 4_999)]).toEqual([
    'Line 2: Duplicate phone number',
    'Line 5001: Missing id',
  ]);
});

test('errorsOf yields the errors that a table was created from', () => {
  const errors = [
    { line: 3, message: 'Missing id' },
    { line: 5, message: 'Duplicate phone number' },
    { line: 9, message: 'Missing id' },
  ];
  expect([...errorsOf(createErrorTable(errors))]).toEqual(errors);
});
