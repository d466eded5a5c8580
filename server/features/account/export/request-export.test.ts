import { expect, test } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { ExportDeps } from './export-deps.ts';
import type { ExportRecord } from './export-store.ts';
import { remainingExports, requestExport } from './request-export.ts';

const NOW = new Date('2026-11-20T23:59:59Z');
const MIDNIGHT = new Date('2026-11-21T00:00:00Z');
const CALLER = { user: { uid: 'ana', streamId: 's' }, client: { network: 'n' } } as never;
const exportOf = (status: ExportRecord['status'], requestedAt = NOW): ExportRecord => ({
  _id: 'x',
  uid: 'ana',
  status,
  requestedAt,
  attempts: 0,
  dueAt: requestedAt,
});
const TAKEN = { code: 'CONFLICT', message: 'Your export is already being prepared.' };
const ENOUGH = {
  code: 'TOO_MANY_REQUESTS',
  message: 'You can request 3 exports a day. Please try again tomorrow.',
};

/** Requests an export; `before` and `after` are those of the user before and after others were faster. */
async function requested(before: ExportRecord[], inserted: boolean[] = [true], after = before) {
  const { calls, recorded } = createCallRecorder();
  const reads = [before, after];
  const deps = {
    exports: recorded('exports', {
      ofUser: () => Promise.resolve(reads.shift()),
      insert: () => Promise.resolve(inserted.shift() ?? false),
    }),
    events: recorded('events'),
    jobs: recorded('jobs'),
    clock: { now: () => NOW },
  } as unknown as ExportDeps;
  const refused: unknown = await requestExport(deps, CALLER).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { refused, calls: calls.filter(([name]) => name !== 'exports.ofUser') };
}

const record = (n: number) => ({
  _id: `ana-2026-11-20-${String(n)}`,
  uid: 'ana',
  status: 'preparing',
  requestedAt: NOW,
  attempts: 0,
  dueAt: NOW,
});

test('a request is recorded, stored under the first free number of its day and made', async () => {
  const { refused, calls } = await requested([exportOf('ready')], [false, true]);
  expect(refused).toBeUndefined();
  expect(calls).toEqual([
    ['events.record', { uid: 'ana', type: 'export_requested', client: { network: 'n' } }],
    ['exports.insert', record(1)],
    ['exports.insert', record(2)],
    ['jobs.make', 'ana-2026-11-20-2'],
  ]);
});

test('nothing is recorded while one is being made, nor after three in a day', async () => {
  expect(await requested([exportOf('preparing')])).toEqual({
    refused: expect.objectContaining(TAKEN) as unknown,
    calls: [],
  });
  const three = ['ready', 'failed', 'ready'].map((status) => exportOf(status as 'ready'));
  expect(await requested(three)).toEqual({ refused: expect.objectContaining(ENOUGH) as unknown, calls: [] });
});

test.each([
  ['one that is being made', [exportOf('preparing')], TAKEN],
  ['three', Array<ExportRecord>(3).fill(exportOf('ready')), ENOUGH],
  ['some that are erased meanwhile', [], TAKEN],
])('requests that were faster leave %s', async (_what, after, refusal) => {
  const { refused, calls } = await requested([], [false, false, false], after);
  expect(refused).toMatchObject(refusal);
  expect(calls.map(([name]) => name)).not.toContain('jobs.make');
});

test('the exports of a UTC day count for it alone', () => {
  const two = [exportOf('ready'), exportOf('failed')];
  expect([remainingExports(two, NOW), remainingExports(two, MIDNIGHT)]).toEqual([1, 3]);
  expect(remainingExports(Array<ExportRecord>(4).fill(exportOf('ready')), NOW)).toBe(0);
});
