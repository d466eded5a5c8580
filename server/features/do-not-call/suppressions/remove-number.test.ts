import { expect, test } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { entryOf, removeNumber, type RemoveNumberDeps } from './remove-number.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const ADDED = new Date('2027-01-10T15:00:00Z');
const ASKED = new Date('2027-01-11T15:00:00Z');
const ENTRY = { _id: 'entry', userId: 'u', phone: '12025550143', source: 'stop page', at: ADDED };
const BY = { viaApiKey: true, network: '192.0.2.1' };

/** Removes a number whose entry is found as given, first and after the removal; returns what was asked of the stores. */
async function removed(
  found: object[],
  { isRemoved = true, reason }: { isRemoved?: boolean; reason?: string },
) {
  const { calls, recorded } = createCallRecorder();
  const left = [...found];
  const deps = {
    store: recorded('store', {
      find: () => Promise.resolve(left.shift() ?? null),
      remove: () => Promise.resolve(isRemoved),
    }),
    removals: recorded('removals'),
    clock: { now: () => NOW },
  } as unknown as RemoveNumberDeps;
  const failure: unknown = await removeNumber(deps, 'u', ENTRY.phone, { ...BY, reason }).catch(
    (error: unknown) => error,
  );
  return { failure, made: calls.filter(([name]) => name !== 'store.find'), asked: calls };
}

const record = { userId: 'u', phone: ENTRY.phone, source: 'stop page', addedAt: ADDED, at: NOW, ...BY };

test('a removal is recorded with all that is known of it, and only then made', async () => {
  const entry = { ...ENTRY, campaignName: 'Spring', requestedAt: ASKED };
  const { failure, made } = await removed([entry], { reason: 'Signed up again' });
  expect(failure).toBeUndefined();
  const _id = `entry-${String(ASKED.getTime())}`;
  expect(made).toEqual([
    ['removals.record', { ...record, _id, campaignName: 'Spring', reason: 'Signed up again' }],
    ['store.remove', entry],
  ]);
  expect(entryOf({ _id })).toBe('entry');
});

test('the removal of a number that nobody has asked for names when it was added, and needs no reason', async () => {
  const { failure, made } = await removed([{ ...ENTRY, source: 'imported' }], {});
  expect(failure).toBeUndefined();
  expect(made[0]?.[1]).toMatchObject({ _id: `entry-${String(ADDED.getTime())}`, source: 'imported' });
});

test.each([
  ['is not on the list', [], { reason: 'Any' }, { code: 'NOT_FOUND' }, 0],
  ['whose owner asked, without a reason', [ENTRY], {}, { code: 'INVALID_INPUT' }, 0],
  ['was removed meanwhile', [ENTRY], { reason: 'Any', isRemoved: false }, { code: 'NOT_FOUND' }, 2],
  ['was asked for meanwhile', [ENTRY, ENTRY], { reason: 'Any', isRemoved: false }, { code: 'CONFLICT' }, 2],
])('a number that %s is not removed', async (_, found, given, error, made) => {
  const result = await removed(found, given);
  expect(result.failure).toMatchObject(error);
  expect(result.made).toHaveLength(made);
  for (const [name, ...args] of result.asked)
    if (name === 'store.find') expect(args).toEqual(['u', ENTRY.phone]);
});
