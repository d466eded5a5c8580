// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { AS_WRITTEN, headerSignature, type FileReading } from '#shared/contacts/columns/column-mapping.ts';
import { suggestMapping } from '#shared/contacts/columns/suggest-mapping.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { rememberMapping } from './file-reading.ts';
import type { ContactFileOutcome } from './file-summary.ts';
import type { FileImport, ImportAction } from './import-state.ts';
import type { ContactFileListeners } from './open-contact-file.ts';
import { useImportFile } from './use-import-file.ts';

// Modules are shared by the files of a worker: those with what is replaced here are loaded anew, and again after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('./open-contact-file.ts');
  vi.resetModules();
});
interface Opened {
  file: File;
  reading: FileReading;
  listeners: ContactFileListeners;
  isOpen: boolean;
}
const opened = vi.hoisted(() => [] as Opened[]);
vi.mock('./open-contact-file.ts', () => ({
  openContactFile: (file: File, reading: FileReading, listeners: ContactFileListeners) => {
    const one = { file, reading, listeners, isOpen: true };
    opened.push(one);
    return { close: () => (one.isOpen = false) };
  },
}));

const FILE = new File(['a'], 'people.csv');
const NAMES = ['Mobile', 'First', 'Last'];
const MAPPING = suggestMapping(NAMES, [['+12025551000'], ['Ada'], ['Lee']]).mapping;

beforeEach(() => {
  opened.length = 0;
  localStorage.clear();
});

const reading = (change: object = {}): FileImport => ({
  status: 'reading',
  file: FILE,
  reading: AS_WRITTEN,
  isRemembered: false,
  bytes: 0,
  ...change,
});

/** A page that imports a file: what it dispatched, and what it was told beside. */
async function importing(first: FileImport) {
  const [sent, told]: [ImportAction[], unknown[]] = [[], []];
  const dispatch = (action: ImportAction) => sent.push(action);
  const listeners = {
    onContact: (...of: unknown[]) => told.push(of),
    onMessageErrors: (...of: unknown[]) => told.push(of),
    onClose: () => told.push('closed'),
  };
  const hook = await renderHook((upload: FileImport) => useImportFile(upload, dispatch, listeners), first);
  return { ...hook, sent, told };
}

const wrongHeader = (names: readonly string[], at = 0) =>
  ({
    kind: 'header',
    errors: {},
    header: { top: [{ row: 4, cells: names }], at, names },
  }) as unknown as ContactFileOutcome;

/** Returns what follows when the file turns out to be like this. */
async function afterOutcome(outcome: ContactFileOutcome, first = reading()): Promise<ImportAction[]> {
  const { sent } = await importing(first);
  await turn(() => opened[0]?.listeners.onOutcome(outcome));
  return sent;
}

test('a file is opened once, while it is read and when it is ready', async () => {
  const page = await importing({ status: 'none' });
  expect(opened).toEqual([]);
  await page.update(reading());
  await page.update(reading({ bytes: 5 }));
  await page.update(reading({ status: 'ready' }));
  expect(opened.map(({ file, reading: how, isOpen }) => [file, how, isOpen])).toEqual([
    [FILE, AS_WRITTEN, true],
  ]);
  expect(page.result().current).not.toBeNull();
});

test.each([
  ['removed', { status: 'none' } as const, []],
  ['rejected', reading({ status: 'rejected' }), []],
  ['replaced', reading({ file: new File([], 'b.csv') }), [true]],
  ['read in another way', reading({ reading: { ...AS_WRITTEN, skipsInvalid: true } }), [true]],
])('a file that is %s is closed, and its listeners are told', async (_, next, others) => {
  const page = await importing(reading());
  await page.update(next);
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, ...others]);
  expect(page.told).toEqual(['closed']);
});

test('progress, contacts and errors of a message are passed on', async () => {
  const { sent, told } = await importing(reading());
  const { listeners } = opened[0] as Opened;
  listeners.onProgress(7);
  listeners.onContact(2, null);
  listeners.onMessageErrors('Hi', 'errors' as never);
  expect(sent).toEqual([{ type: 'fileProgressed', bytes: 7 }]);
  expect(told).toEqual([
    [2, null],
    ['Hi', 'errors'],
  ]);
});

test('columns that were matched before are matched as last time, in the row where they are now', async () => {
  rememberMapping(localStorage, headerSignature(NAMES), MAPPING);
  expect(await afterOutcome(wrongHeader(NAMES))).toEqual([
    { type: 'columnsMatched', mapping: { ...MAPPING, headerRow: 4 }, isRemembered: true },
  ]);
});

test.each<[string, ContactFileOutcome, FileImport?]>([
  ['other columns', wrongHeader(['Mobile', 'First', 'Surname'])],
  ['columns without names', wrongHeader(NAMES, -1)],
  [
    'columns that the person has just matched',
    wrongHeader(NAMES),
    reading({ reading: { ...AS_WRITTEN, mapping: MAPPING } }),
  ],
  ['a file that is ready', { kind: 'ready' } as never],
])('%s are read as they are', async (_, outcome, first) => {
  rememberMapping(localStorage, headerSignature(NAMES), MAPPING);
  expect(await afterOutcome(outcome, first)).toEqual([{ type: 'fileRead', outcome }]);
});

test('a remembered match that does not fit the columns is not used', async () => {
  rememberMapping(localStorage, headerSignature(NAMES), {
    ...MAPPING,
    positions: MAPPING.positions.map(() => -1),
  });
  expect(await afterOutcome(wrongHeader(NAMES))).toMatchObject([{ type: 'fileRead' }]);
});
