import { expect, test } from 'vitest';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import type { ContactFileSummary } from '#client/domain/import-file/file-summary.ts';
import type { ReadyImport } from '#client/domain/import-file/import-state.ts';
import type { Upload } from '#client/features/campaigns/wizard/wizard-form.ts';
import { contactCount, fileOf, summaryOf, uploadName } from './upload-summary.ts';

const FIELDS = CONTACT_COLUMNS.map(({ field }) => field);
const FILE = new File([''], 'clients.csv');
const SUMMARY = { contacts: 3 } as ContactFileSummary;
const READY: Upload = { status: 'ready', file: FILE, summary: SUMMARY } as ReadyImport;
const READING = { status: 'reading', file: FILE, bytes: 0 } as Upload;
const LIST: Upload = {
  status: 'list',
  list: {
    id: 'l',
    name: 'Clients',
    size: 12,
    columns: ['email', 'id'],
    own_columns: ['plan'],
    consent: {} as never,
  },
};
const KEPT: Upload = {
  status: 'kept',
  campaign: { id: 'c', name: 'Spring', contacts: 7, dropDate: '', split: null, seen: '' },
};
const NONE: Upload = { status: 'none' };

test('only a file is one', () => {
  expect([NONE, READING, READY, LIST, KEPT].map((upload) => fileOf(upload))).toEqual([
    ...[NONE, READING, READY, NONE, NONE],
  ]);
});

test('contacts are counted where they are known', () => {
  expect([NONE, READING, READY, LIST, KEPT].map(contactCount)).toEqual([null, null, 3, 12, 7]);
});

test('a saved list has its columns in order and its own columns, whose cells are not known', () => {
  expect(summaryOf(LIST)).toEqual({
    contacts: 12,
    columns: ['id', 'email'],
    otherColumns: [],
    empty: null,
    own: [{ name: 'plan', header: 'plan', empty: null }],
    warnings: [],
    longest: new Int32Array(FIELDS.length + 1),
  });
  expect(summaryOf(KEPT)).toMatchObject({ columns: FIELDS, own: [], longest: new Int32Array(FIELDS.length) });
  expect(summaryOf(READY)).toBe(SUMMARY);
});

test('contacts are called by where they are from', () => {
  expect([NONE, READY, LIST, KEPT].map(uploadName)).toEqual([
    ...['the file', 'clients.csv', 'Clients', 'The people of “Spring”'],
  ]);
});
