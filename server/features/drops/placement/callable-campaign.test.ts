import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { callableCampaign, callBlock, isBlockedForLong } from './callable-campaign.ts';

type Deps = Parameters<typeof callableCampaign>[0];

const [EARLY, LATE] = [new Date('2027-01-12T15:00:00Z'), new Date('2027-01-12T16:00:00Z')];

function depsOf(owner: { suspendedAt?: Date } | undefined, stoppedAt?: Date, status = 'Sending'): Deps {
  return {
    users: { byUid: (uid: string) => Promise.resolve(uid === 'ana' ? owner : undefined) },
    callingStop: { stoppedAt: () => Promise.resolve(stoppedAt) },
    campaigns: { find: (id: string) => Promise.resolve(id === 'c' ? { id, status } : undefined) },
  } as unknown as Deps;
}

test.each<[string, Deps, object | undefined]>([
  ['an open account', depsOf({}), undefined],
  ['a suspended account', depsOf({ suspendedAt: EARLY }), { since: EARLY }],
  ['a stop of all calls', depsOf({}, LATE), { since: LATE }],
  ['a stop after the suspension', depsOf({ suspendedAt: EARLY }, LATE), { since: EARLY }],
  ['a suspension after the stop', depsOf({ suspendedAt: LATE }, EARLY), { since: EARLY }],
  ['an account that is being erased', depsOf(undefined, EARLY), {}],
])('%s blocks calls since its first reason', async (_, deps, block) => {
  expect(await callBlock(deps, 'ana')).toEqual(block);
});

test('calls are blocked for long after a day, and never while the account is being erased', () => {
  const isLong = (ms: number, since?: Date) =>
    isBlockedForLong({ clock: { now: () => new Date(EARLY.getTime() + ms) } }, { ...(since && { since }) });
  expect([isLong(DAY_MS, EARLY), isLong(DAY_MS + 1, EARLY), isLong(9 * DAY_MS)]).toEqual([
    false,
    true,
    false,
  ]);
});

test.each<[string, Deps, string, boolean]>([
  ['that is Sending', depsOf({}), 'c', true],
  ['that is paused', depsOf({}, undefined, 'Paused'), 'c', false],
  ['that is gone', depsOf({}), 'gone', false],
  ['of a suspended account', depsOf({ suspendedAt: EARLY }), 'c', false],
  ['of an erased account', depsOf(undefined), 'c', false],
  ['while all calls are stopped', depsOf({}, EARLY), 'c', false],
])('calls of a campaign %s may be placed: %o', async (_, deps, id, may) => {
  const campaign = await callableCampaign(deps, { id, caller: 'ana' });
  expect(campaign).toEqual(may ? { id: 'c', status: 'Sending' } : undefined);
});
