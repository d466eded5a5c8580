import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { eraseExports } from './erase-exports.ts';
import type { ExportDeps } from './export-deps.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';
import { createExportModel, ExportStore } from './export-store.ts';
import { makeExport, sweepExports } from './sweep-exports.ts';

const USER = {
  uid: 'u',
  streamId: 's',
  email: 'u@x.example',
  displayName: 'Ana',
  companyName: '',
  mutedMails: [],
  emailConfirmed: true,
};

let database: TestDatabase;
let exports: ExportStore;
beforeAll(async () => {
  database = await testDatabase();
  const model = createExportModel(database.connection);
  await model.init();
  await model.createIndexes();
  exports = new ExportStore(model);
});
afterAll(() => database.stop());

const clock = createTestClock();
const RUNNING = new AbortController().signal;
const stored = new Map<string, Buffer>();
const mails: Mail[] = [];
/** Exports that are to be made. */
const asked: string[] = [];
let user: typeof USER | undefined;
beforeEach(async () => {
  user = USER;
  stored.clear();
  mails.length = 0;
  asked.length = 0;
  const requested = { requestedAt: clock.now(), dueAt: clock.now() };
  await exports.insert({ _id: 'u-1', uid: 'u', status: 'preparing', attempts: 0, ...requested });
});

/** A worker; `afterPut` replaces what follows once the file is stored. */
function worker(afterPut = () => Promise.resolve()): ExportDeps {
  return {
    jobs: { make: (id) => Promise.resolve(void asked.push(id)) },
    trigger: () => undefined,
    exports,
    clock,
    log: createLogger('silent'),
    mailer: { send: (mail) => Promise.resolve(void mails.push(mail)) },
    publicUrl: 'https://hark.example',
    objects: {
      async putStream(key, bytes) {
        stored.set(key, await buffer(Readable.from(bytes)));
        await afterPut();
      },
      presignDownload: () => Promise.resolve(''),
      delete: (key) => Promise.resolve(void stored.delete(key)),
    },
    users: { byUid: () => Promise.resolve(user) },
    events: { record: () => Promise.resolve() },
    sources: { sections: () => [], files: () => Promise.resolve([]) },
  };
}

/** Runs the duty of a worker, then what it has enqueued, and the duty again. */
async function work(deps: ExportDeps, signal = RUNNING): Promise<void> {
  await sweepExports(deps, signal);
  for (const id of asked.splice(0)) await makeExport(deps, id, signal);
  await sweepExports(deps, signal);
  asked.length = 0;
}

/** Runs a worker that dies when its file is stored, before that is recorded. */
async function dieAfterPut(): Promise<void> {
  await new Promise<void>((reached) => {
    void work(
      worker(() => {
        reached();
        return new Promise<never>(() => undefined);
      }),
    );
  });
}

test('an export whose worker died is made again in place of its file, mailed once, and erased when it expires', async () => {
  await dieAfterPut();
  clock.advance(10 * MINUTE_MS);
  await work(worker());
  expect(await exports.find('u', 'u-1')).toMatchObject({ status: 'preparing' });
  clock.advance(15 * MINUTE_MS);
  await work(worker());
  await work(worker());
  expect(await exports.find('u', 'u-1')).toMatchObject({ status: 'ready', mailed: true });
  expect([...stored.keys()]).toEqual(['exports/u/u-1/hark-data.zip']);
  expect(mails).toHaveLength(1);
  clock.advance(8 * DAY_MS);
  await work(worker());
  expect(stored.size).toBe(0);
  expect(await exports.ofUser('u')).toEqual([]);
});

test('the erasure of an account waits for a worker that may still write, and leaves no file', async () => {
  await dieAfterPut();
  user = undefined;
  expect(await eraseExports(worker(), 'u')).toBe(false);
  expect(stored.size).toBe(1);
  clock.advance(25 * MINUTE_MS);
  expect(await eraseExports(worker(), 'u')).toBe(true);
  expect(stored.size).toBe(0);
  expect(await exports.ofUser('u')).toEqual([]);
});

test('an export that fails is tried again, then given up and its owner can request another', async () => {
  const failing = worker(() => Promise.reject(new Error('the store is down')));
  for (let n = 0; n < 6; n += 1) {
    await work(failing);
    clock.advance(2 * MINUTE_MS);
  }
  expect(await exports.find('u', 'u-1')).toMatchObject({ status: 'failed' });
  expect(stored.size).toBe(0);
  expect(mails).toEqual([]);
  clock.advance(8 * DAY_MS);
  await work(worker());
  expect(await exports.ofUser('u')).toEqual([]);
});

test('while an export is made, others are made, mailed and erased', async () => {
  const finished = deferred();
  const making = makeExport(
    worker(() => finished.promise),
    'u-1',
    RUNNING,
  );
  const due = { requestedAt: clock.now(), dueAt: clock.now(), attempts: 0 };
  await exports.insert({ _id: 'v-1', uid: 'v', status: 'preparing', ...due });
  await exports.insert({ _id: 'w-1', uid: 'w', status: 'ready', ...due, expiresAt: clock.now() });
  await work(worker());
  expect(await exports.find('v', 'v-1')).toMatchObject({ status: 'ready', mailed: true });
  expect(await exports.find('w', 'w-1')).toBeUndefined();
  expect(await exports.find('u', 'u-1')).toMatchObject({ status: 'preparing' });
  finished.resolve();
  await making;
  await work(worker());
  expect(await exports.find('u', 'u-1')).toMatchObject({ status: 'ready', mailed: true, attempts: 1 });
  clock.advance(8 * DAY_MS);
  await work(worker());
});

test('the duty makes no export itself, however large one is', async () => {
  const sources = { sections: () => expect.fail('it is made'), files: () => expect.fail('it is made') };
  await sweepExports({ ...worker(), sources }, RUNNING);
  expect(asked).toEqual(['u-1']);
  expect(await exports.find('u', 'u-1')).toMatchObject({ status: 'preparing', attempts: 0 });
  await work(worker());
  clock.advance(8 * DAY_MS);
  await work(worker());
});

test('an export in progress when its process stops is left to another one, and counts no attempt', async () => {
  const stop = new AbortController();
  const reading = deferred();
  const endless: ExportSection = {
    name: 'calls',
    columns: ['call'],
    async *rows() {
      for (;;) {
        reading.resolve();
        yield { call: '1' };
        await nextTurn();
      }
    },
  };
  const sources = { sections: () => [endless], files: () => Promise.resolve([]) };
  const made = work({ ...worker(), sources }, stop.signal);
  await reading.promise;
  stop.abort();
  await made;
  expect(await exports.find('u', 'u-1')).toMatchObject({ status: 'preparing', attempts: 0 });
  await work(worker());
  expect(await exports.find('u', 'u-1')).toMatchObject({ status: 'ready', mailed: true });
});
