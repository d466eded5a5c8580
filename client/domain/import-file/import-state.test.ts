import { expect, test } from 'vitest';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { importReducer, NO_IMPORT, type ImportAction, type ImportState } from './import-state.ts';

const FILE = new File(['a'], 'people.csv');
const after = (...actions: ImportAction[]): ImportState => actions.reduce(importReducer, NO_IMPORT);
const CHOSEN: ImportAction = { type: 'fileChosen', file: FILE };
const MATCHED: ImportAction = { type: 'columnsMatched', mapping: null, isRemembered: true };

test('a file is read as written at first, and again with its encoding and without its wrong rows', () => {
  const reading = { status: 'reading', file: FILE, bytes: 0, isRemembered: false };
  expect(after(CHOSEN).upload).toEqual({ ...reading, reading: AS_WRITTEN });
  expect(after(CHOSEN, { type: 'rowsSkipped' }).upload).toMatchObject({ reading: { skipsInvalid: true } });
  expect(after(CHOSEN, { type: 'encodingChosen', encoding: 'utf-8' }).upload).toMatchObject({
    reading: { encoding: 'utf-8' },
  });
});

test.each<ImportAction>([{ type: 'rowsSkipped' }, { type: 'encodingChosen', encoding: 'utf-8' }])(
  'columns that were matched as last time stay so after %j',
  (action) => {
    expect(after(CHOSEN, MATCHED, action).upload).toMatchObject({ isRemembered: true });
    expect(after(CHOSEN, action).upload).toMatchObject({ isRemembered: false });
  },
);

test('another file forgets how the one before was read', () => {
  const again = after(CHOSEN, MATCHED, { type: 'rowsSkipped' }, { ...CHOSEN, file: new File([], 'b.csv') });
  expect(again.upload).toMatchObject({ isRemembered: false, reading: AS_WRITTEN });
});

test('the progress counts while the file is read, and nothing is read without a file', () => {
  expect(after(CHOSEN, { type: 'fileProgressed', bytes: 5 }).upload).toMatchObject({ bytes: 5 });
  for (const action of [{ type: 'fileProgressed', bytes: 5 }, MATCHED, { type: 'rowsSkipped' }] as const)
    expect(after(action).upload).toEqual({ status: 'none' });
  expect(after(CHOSEN, { type: 'fileRemoved' })).toEqual(NO_IMPORT);
});

test('matching closes the question that it answers', () => {
  const asked = after(CHOSEN, { type: 'modalOpened', modal: { kind: 'field', message: 'Wrong' } });
  expect(asked.modal).not.toBeNull();
  expect(importReducer(asked, { type: 'modalClosed' }).modal).toBeNull();
  expect(importReducer(asked, { type: 'matchingOpened' })).toMatchObject({ modal: null, isMatching: true });
  expect(after(CHOSEN, { type: 'matchingOpened' }, { type: 'matchingClosed' }).isMatching).toBe(false);
  expect(after(CHOSEN, { type: 'matchingOpened' }, MATCHED).isMatching).toBe(false);
});
