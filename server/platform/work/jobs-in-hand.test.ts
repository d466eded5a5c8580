import { expect, test } from 'vitest';
import { LOCK_MS } from './agenda.ts';
import { JobsInHand } from './jobs-in-hand.ts';

/** Takes jobs until no more may be taken, at most 200; returns how many there are. */
function taken(ms: number, answers = 20): number {
  const jobs = new JobsInHand(() => 0);
  for (let n = 0; n < answers; n += 1) jobs.answered(ms);
  let count = 0;
  while (count < 200 && jobs.mayTake('settle')) jobs.hold('settle', String((count += 1)));
  return count;
}

test.each([
  [1, 200],
  [100, 200],
  [200, 25],
  [500, 10],
  [1_200, 4],
  [10_000, 4],
])('while the database takes %i ms a worker takes %i jobs', (ms, jobs) => {
  expect(taken(ms)).toBe(jobs);
});

test('a single slow answer is no slow database', () => {
  expect(taken(300, 1)).toBe(200);
});

test('a job that ended makes room, as does one whose lock was lost without a word', () => {
  let now = 0;
  const jobs = new JobsInHand(() => now);
  for (let n = 0; n < 20; n += 1) jobs.answered(5_000);
  for (const id of ['a', 'b', 'c', 'd']) jobs.hold('settle', id);
  expect(jobs.mayTake('settle')).toBe(false);
  jobs.end('settle', 'a');
  expect(jobs.mayTake('settle')).toBe(true);
  jobs.hold('settle', 'e');
  expect(jobs.mayTake('run')).toBe(true);
  now = 2 * LOCK_MS;
  jobs.hold('settle', 'b');
  expect(jobs.mayTake('settle')).toBe(false);
  now += 1;
  expect(jobs.mayTake('settle')).toBe(true);
});
