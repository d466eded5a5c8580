import { expect, test } from 'vitest';
import { createErrorTableBuilder, errorsCsv, errorText, createErrorTable } from './error-table.ts';

test('any number of errors keeps its order and its texts', () => {
  const packer = createErrorTableBuilder();
  for (let line = 2; line < 5_002; line++) {
    packer.add({ line, message: line % 2 === 0 ? 'Duplicate phone number' : 'Missing id' });
  }
  const packed = packer.build();
  expect(packer.count).toBe(5_000);
  expect(packed.messages).toEqual(['Duplicate phone number', 'Missing id']);
  expect([errorText(packed, 0), errorText(packed, 4_999)]).toEqual([
    'Line 2: Duplicate phone number',
    'Line 5001: Missing id',
  ]);
});

test('as a file they are CSV', async () => {
  const blob = errorsCsv(createErrorTable([{ line: 3, message: 'a "b", c' }]));
  expect(await blob.text()).toBe('Line,Message\r\n3,"a ""b"", c"\r\n');
});
