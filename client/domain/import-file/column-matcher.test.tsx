// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { COLUMN, headerSignature } from '#shared/contacts/columns/column-mapping.ts';
import { click, enter, field, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import ColumnMatcher from './column-matcher.tsx';
import type { FileHeader } from './file-header.ts';
import { rememberedMapping } from './file-reading.ts';

const NAMES = ['Name', 'Phone', 'Town'];
const ROWS = [NAMES, ['Ana Diaz', '(202) 555-0101', 'Miami'], ['Bo Lee', '(202) 555-0102', 'Reno']];
const header = (at: number): FileHeader => ({
  top: ROWS.map((cells, row) => ({ row: row + 1, cells })),
  at,
  names: at === -1 ? ['', '', ''] : NAMES,
});

beforeEach(() => {
  localStorage.clear();
  // happy-dom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined;
});

const open = async (at = 0) => {
  const dispatch = vi.fn();
  await renderScreen(<ColumnMatcher header={header(at)} mapping={null} dispatch={dispatch} />);
  return dispatch;
};

test('what is proposed can be changed, and is used as it was chosen', async () => {
  const dispatch = await open();
  expect(field('RecommendedPhone (required)').value).toBe('1');
  expect(text()).toContain('The first word of the name.');
  await enter('City', '2');
  await click('Use these columns');
  expect(dispatch).toHaveBeenCalledOnce();
  const [{ type, mapping, isRemembered }] = dispatch.mock.calls[0] as [
    { type: string; mapping: { positions: number[]; numbersRows: boolean }; isRemembered: boolean },
  ];
  const chosen = (['first_name', 'last_name', 'phone_number', 'recommended_phone', 'city'] as const).map(
    (name) => mapping.positions[COLUMN[name]],
  );
  expect([type, isRemembered, mapping.numbersRows, chosen]).toEqual([
    ...['columnsMatched', false, true],
    [0, 0, 1, 1, 2],
  ]);
  expect(rememberedMapping(localStorage, headerSignature(NAMES))).toEqual(mapping);
});

test('columns are not used before the required ones are chosen', async () => {
  const dispatch = await open();
  await enter('FirstName (required)', '-1');
  await click('Use these columns');
  expect(text()).toContain('Choose a column for FirstName.');
  expect(dispatch).not.toHaveBeenCalled();
  expect(localStorage).toHaveLength(0);
  await click('Cancel');
  expect(dispatch.mock.calls).toEqual([[{ type: 'matchingClosed' }]]);
});

test('a file without headers is not remembered by them', async () => {
  const dispatch = await open(-1);
  expect(text()).not.toContain('Your choice is kept for the next file with these headers.');
  await enter('RecommendedPhone (required)', '1');
  await enter('PhoneNumber (required)', '1');
  await enter('FirstName (required)', '0');
  await enter('LastName (required)', '0');
  await click('Use these columns');
  expect(dispatch).toHaveBeenCalledOnce();
  expect(localStorage).toHaveLength(0);
});
