import { expect, test, vi } from 'vitest';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { FakeWorker, fakeWorkers } from '#client/testing/fake-worker.ts';
import { appendContacts, contactsFileOf } from './contacts-form.ts';
import type { ReadyImport } from './import-state.ts';
import { openContactFile, UNREADABLE } from './open-contact-file.ts';

const FILE = new File(['id'], 'list.csv');

function open() {
  const heard = { onProgress: vi.fn(), onOutcome: vi.fn(), onContact: vi.fn(), onMessageErrors: vi.fn() };
  fakeWorkers();
  const opened = openContactFile(FILE, AS_WRITTEN, heard);
  return { heard, opened, worker: FakeWorker.latest };
}

test('the worker is asked to read the file, for contacts and for messages, and is ended', () => {
  const { opened, worker } = open();
  opened.requestContact(4);
  opened.requestMessageErrors('Hi');
  expect(worker.posted).toEqual([
    { type: 'read', file: FILE, reading: AS_WRITTEN },
    { type: 'contact', index: 4 },
    { type: 'messageErrors', message: 'Hi' },
  ]);
  expect([worker.url.pathname.split('/').at(-1), worker.options]).toEqual([
    'contact-file-worker.ts',
    { type: 'module' },
  ]);
  expect(worker.terminate).not.toHaveBeenCalled();
  opened.close();
  expect(worker.terminate).toHaveBeenCalledOnce();
});

test('each reply reaches its listener', () => {
  const { heard, worker } = open();
  const [outcome, contact, errors] = [{ kind: 'x' }, { id: '1' }, { lines: [] }];
  worker.reply({ type: 'progress', bytes: 7 });
  worker.reply({ type: 'contact', index: 4, contact });
  worker.reply({ type: 'messageErrors', message: 'Hi', errors });
  expect(heard.onOutcome).not.toHaveBeenCalled();
  worker.reply({ type: 'outcome', outcome });
  expect(heard.onProgress.mock.calls).toEqual([[7]]);
  expect(heard.onContact.mock.calls).toEqual([[4, contact]]);
  expect(heard.onMessageErrors.mock.calls).toEqual([['Hi', errors]]);
  expect(heard.onOutcome.mock.calls).toEqual([[outcome]]);
});

test('a file that cannot be read, and a worker that fails, are said', () => {
  const { heard, worker } = open();
  worker.reply({ type: 'failed', message: 'gone' });
  worker.dispatchEvent(new Event('error'));
  expect(heard.onOutcome.mock.calls).toEqual([[UNREADABLE], [UNREADABLE]]);
  expect(UNREADABLE).toEqual({
    kind: 'unreadable',
    message: 'The file could not be read. Please choose it again.',
  });
});

test('the file is sent as it was matched, and says whether last names may be missing', () => {
  const ready = (lastNameOptional?: boolean) =>
    ({
      sent: FILE,
      reading: { ...AS_WRITTEN, mapping: lastNameOptional === undefined ? null : { lastNameOptional } },
    }) as ReadyImport;
  expect([ready(), ready(false), ready(true)].map(contactsFileOf)).toEqual([
    { file: FILE, lastNameOptional: false },
    { file: FILE, lastNameOptional: false },
    { file: FILE, lastNameOptional: true },
  ]);
  const sent = [false, true].map((lastNameOptional) => {
    const form = new FormData();
    appendContacts(form, { file: FILE, lastNameOptional });
    return [[...form.keys()], form.get('last_name_optional')];
  });
  expect(sent).toEqual([
    [['csv_file'], null],
    [['last_name_optional', 'csv_file'], 'true'],
  ]);
});
