import { expect, test } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { DropsDeps } from './drops-deps.ts';
import { OVERDUE_REASON, startCampaign } from './start-campaign.ts';
import { BLOCKED_REASON } from './placement/callable-campaign.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);
const DAY_MS = 86_400_000;

interface Given {
  status?: string | undefined;
  starts?: boolean;
  suspendedAt?: Date;
  pauses?: boolean;
}

async function started(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const campaign =
    'status' in given && given.status === undefined
      ? undefined
      : { id: 'c', caller: 'ana', status: given.status ?? 'Scheduled' };
  const deps = {
    campaigns: recorded('campaigns', {
      find: () => Promise.resolve(campaign),
      startOnTime: () =>
        Promise.resolve((given.starts ?? true) ? { ...campaign, status: 'Sending' } : undefined),
      pauseOverdue: () => Promise.resolve(given.pauses ?? false),
    }),
    users: { byUid: () => Promise.resolve({ suspendedAt: given.suspendedAt }) },
    callingStop: { stoppedAt: () => Promise.resolve(undefined) },
    jobs: recorded('jobs'),
    clock: { now: () => NOW },
  } as unknown as DropsDeps;
  await startCampaign(deps, 'c');
  return calls.filter(([name]) => name !== 'campaigns.find');
}

test.each<[string, Given, unknown[][]]>([
  [
    'that is due is started and run',
    {},
    [
      ['campaigns.startOnTime', 'c'],
      ['jobs.ensureRunning', 'c'],
    ],
  ],
  ['that is gone is left alone', { status: undefined }, []],
  [
    'that another worker has started is run',
    { starts: false, status: 'Sending' },
    [
      ['campaigns.startOnTime', 'c'],
      ['campaigns.pauseOverdue', 'c', OVERDUE_REASON],
      ['jobs.ensureRunning', 'c'],
    ],
  ],
  [
    'that is overdue by a day is paused, and its owner told',
    { starts: false, pauses: true },
    [
      ['campaigns.startOnTime', 'c'],
      ['campaigns.pauseOverdue', 'c', OVERDUE_REASON],
      ['jobs.notify', 'c'],
    ],
  ],
  ['of an account that is suspended waits', { suspendedAt: before(DAY_MS) }, []],
  [
    'of an account that has been suspended for more than a day is paused',
    { suspendedAt: before(DAY_MS + 1), pauses: true },
    [
      ['campaigns.pauseOverdue', 'c', BLOCKED_REASON],
      ['jobs.notify', 'c'],
    ],
  ],
])('a campaign %s', async (_, given, expected) => {
  expect(await started(given)).toEqual(expected);
});
