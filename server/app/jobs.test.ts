import { expect, test } from 'vitest';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import type { JobOptions } from '#server/platform/work/job.ts';
import { composeQueues } from './jobs.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const DAY_MS = 86_400_000;
const at = (ms: number) => new Date(NOW.getTime() + ms);

function queued(real: boolean) {
  const added: (JobOptions | undefined)[] = [];
  const queue = {
    add: (_name: string, _key: object, options?: JobOptions) => {
      added.push(options);
      return Promise.resolve();
    },
    removeLater: () => Promise.resolve(),
  };
  const clock = adjustableClock({ now: () => NOW });
  clock.shift(-5 * DAY_MS);
  return { added, queues: composeQueues({ jobs: { queue } }, real ? clock.real : undefined) };
}

test('calls in the past of a seed are queued by the real time, and know their own', async () => {
  const { added, queues } = queued(true);
  await queues.drops.settle('c', at(-5 * DAY_MS + 60_000));
  await queues.drops.startAt('c', at(-5 * DAY_MS));
  await queues.drops.run('c');
  expect(added).toEqual([
    { at: at(60_000), after: at(59_000), ifOther: 'waits' },
    { at: NOW, data: { at: at(-5 * DAY_MS) }, ifOther: 'replaced' },
    {},
  ]);
});

test('the voice of a seed, which is not in its past, and the calls of other processes are queued as asked', async () => {
  const seed = queued(true);
  await seed.queues.voices.advance('v', at(1_000));
  const other = queued(false);
  await other.queues.drops.startAt('c', at(1_000));
  expect([...seed.added, ...other.added]).toMatchObject([{ at: at(1_000) }, { at: at(1_000) }]);
});
