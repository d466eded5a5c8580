import { expect, test } from 'vitest';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { deleteDiscarded, inGroups } from './delete-discarded.ts';
import { eraseSpeech } from './erase-speech.ts';
import { eraseUnusedSpeech } from './erase-unused-speech.ts';
import { speechUse, speechUser, speechUsers } from './speech-model.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const DAY_MS = 86_400_000;
const noBeat = () => Promise.resolve();

interface Given {
  /** Texts that only the campaign uses, batch by batch; how often it has any. */
  exclusive?: object[][];
  uses?: number;
  due?: object[];
  /** What the carrier does with a deletion. */
  deletes?: Record<string, Error>;
  /** Pages of old texts, and what their campaigns need. */
  old?: object[][];
  needs?: object[];
}

function system({ exclusive = [], uses = 0, due = [], deletes = {}, old = [], needs = [] }: Given) {
  const { calls, recorded } = createCallRecorder();
  const [batches, pages] = [[...exclusive], [...old]];
  let left = uses;
  const deps = {
    unusedSpeech: recorded('unused', {
      hasAny: () => Promise.resolve((left -= 1) >= 0),
      listExclusive: () => Promise.resolve(batches.shift() ?? []),
      listDue: () => Promise.resolve(due),
      listOld: () => Promise.resolve(pages.shift() ?? []),
    }),
    openCampaigns: recorded('open', { listSpeechNeeds: () => Promise.resolve(needs) }),
    objects: recorded('objects'),
    carrier: recorded('carrier', {
      deleteMedia(id: string) {
        const fault = deletes[id];
        return fault === undefined ? Promise.resolve() : Promise.reject(fault);
      },
    }),
    log: recorded('log', { warn: () => undefined }),
    clock: { now: () => NOW },
  } as unknown as DropsDeps;
  const done = (...names: string[]) => calls.filter(([name]) => names.includes(name as string));
  return { deps, calls, done };
}

test('a campaign is named in the texts of each of its runs, and read from there', () => {
  const use = { id: 'c', runEpoch: 2 };
  expect(speechUse(speechUser(use))).toEqual(use);
  expect(speechUsers(use)).toEqual(['c', 'c:0', 'c:1', 'c:2']);
  // As an earlier version wrote it.
  expect(speechUse('c')).toEqual({ id: 'c', runEpoch: 0 });
});

test('texts that only a campaign uses are erased, each object before its record, and shared ones are left', async () => {
  const texts = [
    { _id: '1', objectKey: 'speech/1.mp3' },
    { _id: '2', objectKey: 'speech/2.mp3' },
  ];
  const { deps, done } = system({ exclusive: [texts, []], uses: 2 });
  await eraseSpeech(deps, { id: 'c', runEpoch: 1 }, noBeat);
  const users = ['c', 'c:0', 'c:1'];
  expect(done('objects.delete', 'unused.discard', 'unused.detachShared', 'unused.listDue')).toEqual([
    ['objects.delete', 'speech/1.mp3'],
    ['objects.delete', 'speech/2.mp3'],
    ['unused.discard', users, ['1', '2'], NOW],
    ['unused.detachShared', users],
    ['unused.listDue', NOW, 500],
  ]);
  const none = system({});
  await eraseSpeech(none.deps, { id: 'c', runEpoch: 1 }, noBeat);
  expect(none.calls.map(([name]) => name)).toEqual(['unused.hasAny']);
});

test('recordings that nobody uses are deleted at the carrier, and what it refuses to delete is given up', async () => {
  const due = [{ _id: '1', discarded: ['m1', 'm2'] }, { _id: '2' }];
  const { deps, done } = system({ due, deletes: { m1: new ProviderRejected('unknown', '404') } });
  expect(await deleteDiscarded(deps, noBeat, 2)).toBe(true);
  expect(done('carrier.deleteMedia', 'unused.removeUnused').map(([, what]) => what)).toEqual(
    expect.arrayContaining(['m1', 'm2', ...due]),
  );
  expect(done('log.warn')).toHaveLength(1);
  expect(await deleteDiscarded(system({ due }).deps, noBeat, 3)).toBe(false);
});

test('while the carrier is away recordings are left for half an hour, and other faults are thrown', async () => {
  const due = [{ _id: '1', discarded: ['m1'] }];
  const { deps, done } = system({ due, deletes: { m1: new ProviderUnavailable('down') } });
  expect(await deleteDiscarded(deps, noBeat, 1)).toBe(false);
  expect(done('unused.postpone', 'unused.removeUnused')).toEqual([
    ['unused.postpone', ['1'], new Date(NOW.getTime() + 30 * 60_000)],
  ]);
  const broken = system({ due, deletes: { m1: new Error('broken') } });
  await expect(deleteDiscarded(broken.deps, noBeat, 1)).rejects.toThrow('broken');
});

test('work is done in groups of twenty, with a heartbeat before each', async () => {
  const order: (number | string)[] = [];
  const beat = () => Promise.resolve(void order.push('beat'));
  await inGroups(
    Array.from({ length: 41 }, (_, at) => at),
    beat,
    (at) => Promise.resolve(void order.push(at)),
  );
  expect(order.flatMap((step, at) => (step === 'beat' ? [at] : []))).toEqual([0, 21, 42]);
  expect(order.filter((step) => step !== 'beat')).toEqual(Array.from({ length: 41 }, (_, at) => at));
});

test('old texts of campaigns that are gone or need them no more are erased, page by page', async () => {
  const old = [
    [{ _id: '1', campaigns: ['gone:2', 'final:1'] }],
    [{ _id: '2', campaigns: ['paused:1', 'gone:2'] }],
  ];
  const needs = [
    { id: 'final', runEpoch: 4, isNeeded: false },
    { id: 'paused', runEpoch: 1, isNeeded: true },
  ];
  const { deps, done } = system({ old, needs });
  await eraseUnusedSpeech(deps, { signal: new AbortController().signal, heartbeat: noBeat });
  expect(done('unused.hasAny').map(([, users]) => users)).toEqual([
    speechUsers({ id: 'gone', runEpoch: 2 }),
    speechUsers({ id: 'final', runEpoch: 4 }),
    speechUsers({ id: 'gone', runEpoch: 2 }),
  ]);
  const until = new Date(NOW.getTime() - 40 * DAY_MS);
  expect(done('unused.listOld').map(([, ...args]) => args)).toEqual([
    [until, undefined, 500],
    [until, old[0]?.[0], 500],
    [until, old[1]?.[0], 500],
  ]);
  expect(done('open.listSpeechNeeds')[0]).toEqual(['open.listSpeechNeeds', ['gone', 'final']]);
  const stopped = system({ old });
  await eraseUnusedSpeech(stopped.deps, { signal: AbortSignal.abort(), heartbeat: noBeat });
  expect(stopped.done('unused.hasAny')).toEqual([]);
});
