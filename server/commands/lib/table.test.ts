import { expect, test } from 'vitest';
import { formatTable } from './table.ts';

test('columns are as wide as their widest cell and aligned', () => {
  const columns = [{ title: 'NO', align: 'right' as const }, { title: 'TYPE' }, { title: 'NOTE' }];
  expect(
    formatTable(columns, [
      ['1', 'grant', 'Scale plan'],
      ['12', 'hold', ''],
    ]),
  ).toEqual(['NO  TYPE   NOTE', ' 1  grant  Scale plan', '12  hold']);
});
