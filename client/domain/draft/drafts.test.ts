// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { FIRST_DRAFT } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { createDraftFileStore } from './draft-file-store.ts';
import { NUMBERED_STEPS } from './draft-steps.ts';
import { draftKey, eraseDraft, eraseDrafts, fileKey, keptDraftIds } from './erase-draft.ts';

/** A database with one store, whose requests succeed unless they are to fail. */
function fakeDatabase() {
  const files = new Map<string, unknown>();
  const log: string[] = [];
  const fails = { open: false, work: false, reason: null as Error | null };
  const soon = (target: object, event: string, more: object = {}) =>
    setTimeout(() => {
      Object.assign(target, more);
      (target as Record<string, (() => void) | undefined>)[event]?.();
    });
  const request = (result: unknown) => ({ result });
  const store = {
    get: (key: string) => request(files.get(key)),
    put: (file: unknown, key: string) => request(void files.set(key, file)),
    delete: (key: string) => request(void files.delete(key)),
  };
  const database = {
    createObjectStore: (name: string) => log.push(`made ${name}`),
    transaction: (name: string, mode: string) => {
      log.push(`${mode} ${name}`);
      const transaction = { error: fails.reason, objectStore: () => store };
      soon(transaction, fails.work ? 'onabort' : 'oncomplete');
      return transaction;
    },
    close: () => log.push('closed'),
  };
  const open = (name: string, version: number) => {
    log.push(`opened ${name} ${String(version)}`);
    const opening = { result: database, error: fails.reason };
    if (fails.open) soon(opening, 'onerror');
    else {
      soon(opening, 'onupgradeneeded');
      soon(opening, 'onsuccess');
    }
    return opening;
  };
  return { factory: { open } as never as IDBFactory, files, log, fails };
}

const FILE = new File(['id'], 'list.csv');

beforeEach(() => {
  localStorage.clear();
});

test('a file is written, read and deleted, each over a connection of its own', async () => {
  const { factory, log } = fakeDatabase();
  const store = createDraftFileStore(factory);
  expect(await store.read('a')).toBeNull();
  await store.write('a', FILE);
  expect([await store.read('a'), await store.read('b')]).toEqual([FILE, null]);
  await store.delete('a');
  expect(await store.read('a')).toBeNull();
  expect(log.slice(0, 8)).toEqual([
    ...['opened hark-drafts 1', 'made contact-files', 'readonly contact-files', 'closed'],
    ...['opened hark-drafts 1', 'made contact-files', 'readwrite contact-files', 'closed'],
  ]);
  expect(log.filter((line) => line === 'closed')).toHaveLength(6);
});

test('what is no file is none', async () => {
  const { factory, files } = fakeDatabase();
  files.set('a', 'text');
  expect(await createDraftFileStore(factory).read('a')).toBeNull();
});

test.each([
  ['open', new Error('blocked'), 'blocked', 0],
  ['open', null, 'IndexedDB could not be opened', 0],
  ['work', new Error('full'), 'full', 1],
  ['work', null, 'The draft file could not be saved', 1],
] as const)('a database that fails to %s rejects (%s)', async (what, reason, message, closed) => {
  const { factory, fails, log } = fakeDatabase();
  Object.assign(fails, { [what]: true, reason });
  await expect(createDraftFileStore(factory).write('a', FILE)).rejects.toThrow(message);
  expect(log.filter((line) => line === 'closed')).toHaveLength(closed);
});

test('the first draft has the key of the user, others their own', () => {
  expect([fileKey('u', FIRST_DRAFT), fileKey('u', 'd')]).toEqual(['u', 'u/d']);
  expect([draftKey('u', FIRST_DRAFT), draftKey('u', 'd')]).toEqual([
    'hark.campaign-draft.u',
    'hark.campaign-draft.u/d',
  ]);
});

test('the drafts of a user are erased with their files, and no others', async () => {
  const { factory, files } = fakeDatabase();
  vi.stubGlobal('indexedDB', factory);
  const keys = ['u', 'u/d1', 'u/d2', 'u2', 'u2/d1'];
  for (const key of keys) {
    localStorage.setItem(`hark.campaign-draft.${key}`, '{}');
    files.set(key, FILE);
  }
  localStorage.setItem('other', '');
  expect(keptDraftIds(localStorage, 'u').toSorted()).toEqual([FIRST_DRAFT, 'd1', 'd2'].toSorted());
  eraseDraft('u', 'd1');
  expect(keptDraftIds(localStorage, 'u')).toHaveLength(2);
  eraseDrafts('u');
  expect(keptDraftIds(localStorage, 'u')).toEqual([]);
  expect(keptDraftIds(localStorage, 'u2').toSorted()).toEqual([FIRST_DRAFT, 'd1'].toSorted());
  await vi.waitFor(() => {
    expect([...files.keys()]).toEqual(['u2', 'u2/d1']);
  });
  vi.unstubAllGlobals();
});

test('steps have the numbers of drafts of earlier versions', () => {
  expect(NUMBERED_STEPS).toEqual(['name', 'upload', 'message', 'voice', 'schedule', 'review']);
});
