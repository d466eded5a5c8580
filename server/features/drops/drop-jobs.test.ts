import { expect, test } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { DropHandlers } from './api.ts';
import { createDropJobs, dropJobKinds } from './drop-jobs.ts';

const AT = new Date('2027-01-12T15:00:00Z');

test('work on a campaign is queued once, at its time, beside none that will do it anyway', async () => {
  const { calls, recorded } = createCallRecorder();
  const jobs = createDropJobs(recorded('queue') as never);
  await jobs.run('c');
  await jobs.continueRun('c');
  await jobs.continueRun('c', AT);
  await jobs.ensureRunning('c');
  await jobs.startAt('c', AT);
  await jobs.settle('c');
  await jobs.settle('c', AT);
  await jobs.cancelSettle('c');
  await jobs.notify('c');
  const of = { campaignId: 'c' };
  // Jobs of the version before have these names.
  expect(calls).toEqual([
    ['queue.add', 'run-campaign', of],
    ['queue.add', 'run-campaign', of, { ifOther: 'waits' }],
    ['queue.add', 'run-campaign', of, { at: AT, ifOther: 'waits' }],
    ['queue.add', 'run-campaign', of, { ifOther: 'runs' }],
    ['queue.add', 'start-campaign', of, { at: AT, data: { at: AT }, ifOther: 'replaced' }],
    ['queue.add', 'settle-campaign', of, { ifOther: 'waits' }],
    ['queue.add', 'settle-campaign', of, { at: AT, after: new Date(AT.getTime() - 1_000), ifOther: 'waits' }],
    ['queue.removeLater', 'settle-campaign', of],
    ['queue.add', 'notify-owner', of],
  ]);
});

/** The kinds of jobs at a time, and what they call. */
function kindsAt(now: Date) {
  const { calls, recorded } = createCallRecorder();
  const kinds = dropJobKinds({ now: () => now }, recorded('handlers') as DropHandlers);
  const signal = new AbortController().signal;
  const run = (name: string, data: object = {}) =>
    kinds.find((kind) => kind.name === name)?.run({ campaignId: 'c', ...data } as never, { signal } as never);
  return { kinds, calls, run, signal };
}

test('each job does its work, and many campaigns run at a time', async () => {
  const { kinds, calls, run, signal } = kindsAt(AT);
  for (const name of ['run-campaign', 'settle-campaign', 'notify-owner']) await run(name);
  expect(await run('start-campaign', { at: AT })).toBeUndefined();
  expect(calls).toEqual([
    ['handlers.runCampaign', 'c', { signal }],
    ['handlers.settleCampaign', 'c', { signal }],
    ['handlers.notifyOwner', 'c'],
    ['handlers.startCampaign', 'c'],
  ]);
  expect(kinds.map(({ name, concurrency, keepsLock }) => [name, concurrency, keepsLock])).toEqual([
    ['start-campaign', undefined, undefined],
    ['run-campaign', 50, undefined],
    ['settle-campaign', undefined, true],
    ['notify-owner', undefined, undefined],
  ]);
});

test('a start that comes too early waits for its time, and starts nothing', async () => {
  const later = new Date(AT.getTime() + 1);
  const { calls, run } = kindsAt(AT);
  expect(await run('start-campaign', { at: later })).toEqual(later);
  expect(calls).toEqual([]);
});
