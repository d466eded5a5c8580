import { expect, test } from 'vitest';
import { LIST_WARNINGS, ListWarnings } from './list-warnings.ts';

const KEPT = 'It is kept as it is written.';

test('each warning says how many contacts have it, and what the first of them has', () => {
  const warnings = new ListWarnings();
  for (const [line, code] of LIST_WARNINGS.entries()) warnings.note(code, line + 2, 'x');
  expect(warnings.list()).toEqual([
    {
      code: 'unknown_state',
      count: 1,
      line: 2,
      text: `State is not known in 1 contact, such as “x”. ${KEPT}`,
    },
    {
      code: 'unknown_country',
      count: 1,
      line: 3,
      text: `Country is not known in 1 contact, such as “x”. ${KEPT}`,
    },
    {
      code: 'several_numbers',
      count: 1,
      line: 4,
      text: 'There are several numbers in a cell of 1 contact, such as “x”. The first one is called.',
    },
    {
      code: 'lost_character',
      count: 1,
      line: 5,
      text: 'A character was lost in 1 contact before the file was saved, such as “x”.',
    },
    {
      code: 'garbled_text',
      count: 1,
      line: 6,
      text: 'The text of 1 contact was garbled before the file was saved, such as “x”.',
    },
    {
      code: 'unnamed_column',
      count: 1,
      line: 7,
      text: 'A column without a heading is filled in 1 contact, such as “x”. It is left out.',
    },
  ]);
});

test('the most frequent comes first, with its first contact, and a long value is cut', () => {
  const warnings = new ListWarnings();
  const [whole, long] = ['w'.repeat(40), 'l'.repeat(41)];
  warnings.note('unknown_state', 2, whole);
  for (const line of [5, 7]) warnings.note('unknown_country', line, line === 5 ? long : 'other');
  expect(
    warnings.list().map(({ code, count, line, text }) => [code, count, line, /“(.*)”/.exec(text)?.[1]]),
  ).toEqual([
    ['unknown_country', 2, 5, `${'l'.repeat(40)}…`],
    ['unknown_state', 1, 2, whole],
  ]);
  warnings.clear();
  expect(warnings.list()).toEqual([]);
});
