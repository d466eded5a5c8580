import { expect, test } from 'vitest';
import { textPdf } from './invoice-document.ts';

test('the cross-reference table has the offset of every object', () => {
  const file = textPdf('Receipt', ['Amount: $200 (paid)', 'Zoë Łukasz \\ back']).toString('latin1');
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe('xref');
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(5);
  offsets.forEach((offset, index) => {
    expect(file.slice(offset).startsWith(`${String(index + 1)} 0 obj`)).toBe(true);
  });
  expect(file).toContain('(Amount: $200 \\(paid\\)) Tj');
  expect(file).toContain('(Zo\xeb ?ukasz \\\\ back) Tj');
});
