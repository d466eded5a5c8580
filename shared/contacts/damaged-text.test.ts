import { expect, test } from 'vitest';
import { CsvReader } from './csv-reader.ts';
import { isDamaged, noteDamage } from './damaged-text.ts';
import { ListWarnings } from './list-warnings.ts';

test.each([
  [
    ['Ana', 'Jos\uFFFD'],
    'lost_character',
    'A character was lost in 1 contact before the file was saved, such as “Jos\uFFFD”.',
  ],
  [
    ['MÃ¼ller'],
    'garbled_text',
    'The text of 1 contact was garbled before the file was saved, such as “MÃ¼ller”.',
  ],
  [['JosÃ©', 'x'], 'garbled_text', expect.stringContaining('JosÃ©') as string],
  [['Joeâ€™s'], 'garbled_text', expect.stringContaining('Joeâ€™s') as string],
])('%j: %s', (cells, code, text) => {
  const warnings = new ListWarnings();
  noteDamage(warnings, cells, 7);
  expect(warnings.list()).toEqual([{ code, text, count: 1, line: 7 }]);
});

test('names in their own letters are not damaged', () => {
  for (const name of ['Zoë', 'SÃO PAULO', 'Âge', 'Île', '太郎', 'Ångström', 'João'])
    expect(isDamaged(name)).toBe(false);
});

test('a record knows whether its text may be damaged, however it is divided into chunks', () => {
  const lines = 'Ana,x\nJos\uFFFD,y\n'.repeat(3);
  for (const size of [1, 2, 5, 100]) {
    const reader = new CsvReader('\n');
    const missed: string[] = [];
    const take: Parameters<typeof reader.read>[1] = (record) => {
      if (record.cells().some(isDamaged) && !record.mayBeDamaged) missed.push(record.cell(0));
    };
    for (let at = 0; at < lines.length; at += size) reader.read(lines.slice(at, at + size), take);
    reader.end('', take);
    expect(missed).toEqual([]);
  }
});
