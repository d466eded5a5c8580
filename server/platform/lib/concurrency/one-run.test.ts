import { expect, test } from 'vitest';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createOneRun } from './one-run.ts';

test('work that is asked for while it runs, however often, runs once more; that of other keys runs beside it', async () => {
  const oneRun = createOneRun();
  const [first, runs] = [deferred(), [] as string[]];
  const work = (name: string) => () => {
    runs.push(name);
    return runs.length === 1 ? first.promise.then(() => undefined) : Promise.resolve();
  };
  const begun = oneRun('a', work('first'));
  expect(await oneRun('a', work('second'))).toBe(false);
  expect(await oneRun('a', work('third'))).toBe(false);
  expect(await oneRun('b', work('other'))).toBe(true);
  first.resolve();
  expect(await begun).toBe(true);
  expect(runs).toEqual(['first', 'other', 'first']);
  expect(await oneRun('a', work('later'))).toBe(true);
  expect(runs.at(-1)).toBe('later');
});

test('work that fails tells the call that began it, and may run again', async () => {
  const oneRun = createOneRun();
  await expect(oneRun('a', () => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
  expect(await oneRun('a', () => Promise.resolve())).toBe(true);
});
