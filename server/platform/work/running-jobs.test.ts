import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { RunningJobs } from './running-jobs.ts';

test('jobs that are added while others end are waited for as well', async () => {
  const running = new RunningJobs();
  const [start, run] = [deferred(), deferred()];
  void running.add(start.promise.then(() => void running.add(run.promise)));
  let isOver = false;
  const ended = running.ended().then(() => (isOver = true));
  start.resolve();
  await eventLoopTurn();
  expect(isOver).toBe(false);
  run.resolve();
  await ended;
});
