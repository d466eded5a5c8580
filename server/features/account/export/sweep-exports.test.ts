import { expect, test } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { ExportDeps } from './export-deps.ts';
import type { ExportRecord } from './export-store.ts';
import { makeExport, sweepExports } from './sweep-exports.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const EXPORT: ExportRecord = {
  _id: 'x',
  uid: 'ana',
  status: 'preparing',
  requestedAt: NOW,
  attempts: 1,
  dueAt: NOW,
};
const READY: ExportRecord = { ...EXPORT, status: 'ready', expiresAt: later(7 * DAY_MS) };
const USER = {
  uid: 'ana',
  streamId: 's',
  email: 'ana@example.com',
  displayName: 'Ana',
  emailConfirmed: true,
};
const FAILURE = new Error('no store');
const RUNNING = new AbortController().signal;

interface Given {
  user?: object | undefined;
  putError?: Error;
  mailError?: Error;
  signal?: AbortSignal;
}

/** Continues one export that is due; returns what was done. */
async function advanced(claimed: ExportRecord, given: Given = {}) {
  const { calls, recorded } = createCallRecorder();
  const failing = (error: Error | undefined) => () =>
    error === undefined ? Promise.resolve() : Promise.reject(error);
  const deps = {
    exports: recorded('exports', { claimUnmade: () => Promise.resolve(claimed) }),
    objects: recorded('objects', { putStream: failing(given.putError) }),
    mailer: recorded('mailer', { send: failing(given.mailError) }),
    users: { byUid: () => Promise.resolve('user' in given ? given.user : USER) },
    sources: { sections: () => [], files: () => Promise.resolve([]) },
    publicUrl: 'https://hark.example',
    clock: { now: () => NOW },
    log: recorded('log', { warn: () => undefined, error: () => undefined }),
    trigger: () => undefined,
  } as unknown as ExportDeps;
  await makeExport(deps, 'x', given.signal ?? RUNNING);
  expect(calls.shift()).toEqual(['exports.claimUnmade', 'x', NOW, later(20 * MINUTE_MS)]);
  return calls.map(([name, ...args]) => [name, ...args.filter((arg) => arg !== claimed).slice(0, 1)]);
}

const change = (changes: object) => ['exports.change', changes];
const FILE = 'exports/ana/x/hark-data.zip';

test.each<[string, ExportRecord, Given, unknown[][]]>([
  [
    'is made, mailed at once and kept for a week',
    EXPORT,
    {},
    [['objects.putStream', FILE], change({ status: 'ready', expiresAt: later(7 * DAY_MS), dueAt: NOW })],
  ],
  [
    'that fails is tried again in a minute',
    EXPORT,
    { putError: FAILURE },
    [
      ['objects.putStream', FILE],
      ['log.error', { err: FAILURE, uid: 'ana' }],
      change({ dueAt: later(MINUTE_MS) }),
    ],
  ],
  [
    'is tried five times',
    { ...EXPORT, attempts: 5 },
    {},
    [['objects.putStream', FILE], change({ status: 'ready', expiresAt: later(7 * DAY_MS), dueAt: NOW })],
  ],
  [
    'that failed five times is given up',
    { ...EXPORT, attempts: 6 },
    {},
    [
      ['objects.delete', FILE],
      change({ status: 'failed', expiresAt: later(7 * DAY_MS), dueAt: later(7 * DAY_MS) }),
    ],
  ],
  [
    'that is ready is mailed',
    READY,
    {},
    [
      ['mailer.send', expect.objectContaining({ to: 'ana@example.com', id: 'export-x' })],
      change({ mailed: true, dueAt: later(7 * DAY_MS) }),
    ],
  ],
  ['is mailed once', { ...READY, mailed: true }, {}, [change({ mailed: true, dueAt: later(7 * DAY_MS) })]],
  [
    'that was given up is not mailed',
    { ...READY, status: 'failed' },
    {},
    [change({ mailed: true, dueAt: later(7 * DAY_MS) })],
  ],
  [
    'whose mail fails for a day is mailed again',
    { ...READY, expiresAt: later(6 * DAY_MS) },
    { mailError: FAILURE },
    [
      ['mailer.send', expect.anything()],
      ['log.error', { err: FAILURE, uid: 'ana' }],
      change({ dueAt: later(MINUTE_MS) }),
    ],
  ],
  [
    'whose mail fails for longer is not mailed any more',
    { ...READY, expiresAt: later(6 * DAY_MS - 1) },
    { mailError: FAILURE },
    [
      ['mailer.send', expect.anything()],
      ['log.warn', { err: FAILURE, uid: 'ana' }],
      change({ mailed: true, dueAt: later(6 * DAY_MS - 1) }),
    ],
  ],
  [
    'that has expired is erased',
    { ...READY, expiresAt: NOW },
    {},
    [['objects.delete', FILE], ['exports.remove']],
  ],
  [
    'of an account that is closing is erased',
    READY,
    { user: undefined },
    [['objects.delete', FILE], ['exports.remove']],
  ],
  [
    'that the end of the process breaks off counts no attempt',
    EXPORT,
    { putError: FAILURE, signal: AbortSignal.abort() },
    [['objects.putStream', FILE], change({ dueAt: NOW, attempts: 0 })],
  ],
  [
    'whose mail the end of the process breaks off is due at once',
    READY,
    { mailError: FAILURE, signal: AbortSignal.abort() },
    [['mailer.send', expect.anything()], change({ dueAt: NOW })],
  ],
])('an export %s', async (_what, claimed, given, done) => {
  expect(await advanced(claimed, given)).toEqual(done);
});

test('exports that are not made are enqueued, and others that are due are continued', async () => {
  const { calls, recorded } = createCallRecorder();
  const due = [{ ...READY, mailed: true }];
  const deps = {
    exports: recorded('exports', {
      listUnmade: () => Promise.resolve(['a', 'b']),
      claim: () => Promise.resolve(due.shift()),
    }),
    jobs: recorded('jobs'),
    users: { byUid: () => Promise.resolve(USER) },
    clock: { now: () => NOW },
  } as unknown as ExportDeps;
  await sweepExports(deps, RUNNING);
  expect(calls.map(([name, first]) => (name === 'exports.change' ? [name] : [name, first]))).toEqual([
    ['exports.listUnmade', NOW],
    ['jobs.make', 'a'],
    ['jobs.make', 'b'],
    ['exports.claim', NOW],
    ['exports.change'],
    ['exports.claim', NOW],
  ]);
});
