import { expect, test } from 'vitest';
import { runAll } from './all.ts';
import { BENCHES } from './benches.ts';

const say = (): void => undefined;

test('every bench is run with its short settings; what fails or takes too long is named', async () => {
  const given: unknown[] = [];
  const run = await runAll(say, { limit: 7 }, [
    {
      name: 'first',
      run: ({ settings, absolute }) => {
        given.push(settings);
        absolute('work', 'ours', 1);
        return Promise.resolve();
      },
      short: { rounds: 3, limit: 40 },
      minutes: 1,
    },
    { name: 'long', run: () => Promise.resolve(), short: {}, minutes: 99 },
    {
      name: 'broken',
      run: () => Promise.reject(new Error('no browser')),
      short: {},
      minutes: 1,
    },
    { name: 'in full only', run: () => Promise.reject(new Error('not to be run')) },
  ]);
  expect(given).toEqual([{ rounds: 3, limit: 7 }]);
  expect(run.results).toMatchObject([{ bench: 'first: work', contender: 'ours' }]);
  expect(run.leftOut).toEqual([
    expect.stringContaining('long, as it takes 99 minutes'),
    'broken, as it failed: no browser',
  ]);
});

test('the short forms fit in ten minutes', () => {
  const minutes = BENCHES.reduce((sum, { minutes = 0 }) => sum + minutes, 0);
  expect(minutes).toBeLessThanOrEqual(10);
});
