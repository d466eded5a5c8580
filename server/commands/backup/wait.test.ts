import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { untilDue, wait } from './wait.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const backup = (hoursAgo: number, isComplete = true) => ({
  at: new Date(NOW.getTime() - hoursAgo * HOUR_MS),
  isComplete,
});

test.each([
  ['no backup', [], 0],
  ['one of before an hour', [backup(1)], 23],
  ['one that is too old', [backup(30)], 0],
  ['one that is incomplete', [backup(5), backup(1, false)], 19],
  ['one of the future', [backup(5), backup(-400)], 19],
  ['only one of the future', [backup(-400)], 0],
])('with %s the next is due in %3$i hours', (_, series, hours) => {
  expect(untilDue(series, DAY_MS, NOW)).toBe(hours * HOUR_MS);
});

test('a wait that is longer than a timer can be goes on until it is ended', async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error) => warnings.push(name);
  process.on('warning', listen);
  const stop = new AbortController();
  let hasEnded = false;
  const waiting = wait(9_999 * HOUR_MS, stop.signal).then(() => (hasEnded = true));
  for (let turns = 0; turns < 100; turns += 1) await turn();
  expect({ hasEnded, warnings }).toEqual({ hasEnded: false, warnings: [] });
  stop.abort();
  await waiting;
  process.off('warning', listen);
});
