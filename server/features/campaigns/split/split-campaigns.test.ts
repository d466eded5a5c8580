import { expect, test } from 'vitest';
import { assertOnlyHalf, assertSplit, presentSplit, withDivision } from './split-campaigns.ts';

const half = (id: string, own: object = {}) => ({
  id,
  name: `Name of ${id}`,
  part: 1,
  status: 'Scheduled',
  division: 7,
  ...own,
});
/** The campaigns of a test, for a user with credits for so many calls. */
function depsOf(halves: object[], affordable = 100) {
  return {
    campaigns: {
      halvesOf: (uid: string, of: string) => Promise.resolve(uid === 'u' && of === 't' ? halves : []),
    },
    ledger: {
      quote: (_stream: string, calls: number) =>
        Promise.resolve({ cost: calls * 10, available: affordable * 10 }),
    },
  } as unknown as Parameters<typeof assertSplit>[0];
}
const outcomeOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const USER = { uid: 'u', streamId: 's' };
const OLDER =
  '“Name of a” was divided by an older rule: it can take no further contacts, and its test no further campaign. Please begin a new test.';
const OTHERWISE = 'Another campaign of this test divides its list in another way. Please begin a new test.';

test.each<[string, object[], unknown]>([
  ['none', [], undefined],
  ['its campaigns', [half('a'), half('b', { part: 2 })], 7],
  ['a deleted one', [half('a', { status: 'Deleted' })], 7],
  ['a deleted one of an older rule', [half('a', { status: 'Deleted', division: undefined })], undefined],
  ['one of an older rule', [half('a', { division: undefined })], { code: 'CONFLICT', message: OLDER }],
  [
    'one of an older rule in progress',
    [half('a', { division: undefined, status: 'Preparing' })],
    { code: 'CONFLICT' },
  ],
  ['two', [half('a'), half('b', { division: 8 })], { code: 'CONFLICT', message: OTHERWISE }],
])('a test of %s has that division', async (_, halves, expected) => {
  const outcome = await outcomeOf(withDivision(depsOf(halves), 'u', { test: 't', part: 2 }));
  if (typeof expected === 'object') expect(outcome).toMatchObject(expected as object);
  else expect(outcome).toEqual({ test: 't', part: 2, division: expected });
});

const TAKEN = { code: 'ALREADY_EXISTS', message: '“Name of a” calls this half of the list already.' };
const NOBODY = { details: { fields: { split: 'Nobody on this list is left for the other half.' } } };
const POOR = { code: 'INSUFFICIENT_CREDITS' };
const skip = (count: number) => [{ reason: 'other half' as const, count }];

test.each<[string, object[], 1 | 2, number, number | undefined, unknown]>([
  ['that both halves of can be paid', [], 1, 50, undefined, undefined],
  ['that only one half of can be paid', [], 1, 51, undefined, POOR],
  ['of which so many are called at most', [], 1, 51, 50, undefined],
  ['whose second part only has to be paid', [], 2, 99, undefined, undefined],
  ['that leaves nobody for the other half', [], 2, 0, undefined, NOBODY],
  ['whose other half has a campaign', [half('a')], 2, 0, undefined, undefined],
  ['whose other half had one', [half('a', { status: 'Deleted' })], 2, 0, undefined, NOBODY],
  ['whose half has a campaign', [half('a')], 1, 9, undefined, TAKEN],
  ['whose half had a campaign', [half('a', { status: 'Deleting' })], 1, 9, undefined, undefined],
])('a list %s', async (_, halves, part, others, maxCalls, expected) => {
  const split = { split: { test: 't', part }, maxCalls };
  const outcome = await outcomeOf(
    assertSplit(depsOf(halves), USER, split, { calls: 50, skipped: skip(others) }),
  );
  if (expected === undefined) expect(outcome).toBeUndefined();
  else expect(outcome).toMatchObject(expected as object);
});

test.each<[string, object[], unknown]>([
  ['is the only one of its half', [half('own'), half('b', { part: 2 })], undefined],
  ['finds another of its half', [half('own'), half('a', { status: 'Preparing' })], TAKEN],
  ['finds a deleted one of its half', [half('own'), half('a', { status: 'Deleted' })], undefined],
  ['finds another division', [half('own'), half('b', { part: 2, division: 8 })], { message: OTHERWISE }],
])('a half that is stored %s', async (_, halves, expected) => {
  const own = { _id: 'own', userId: 'u', split: { test: 't', part: 1, division: 7 } };
  const outcome = await outcomeOf(assertOnlyHalf(depsOf(halves), own as never));
  if (expected === undefined) expect(outcome).toBeUndefined();
  else expect(outcome).toMatchObject(expected as object);
  await expect(assertOnlyHalf(depsOf(halves), { ...own, split: undefined })).resolves.toBeUndefined();
});

test('a campaign shows its half and the campaign of the other one', async () => {
  const shown = (halves: object[], split: object | undefined = { test: 't', part: 1 }) =>
    presentSplit(depsOf(halves), { userId: 'u', split } as never);
  const other = half('b', { part: 2 });
  expect(await shown([half('a'), other])).toEqual({
    test: 't',
    part: 1,
    other: { id: 'b', name: 'Name of b' },
  });
  expect(await shown([half('a'), { ...other, status: 'Deleted' }])).toEqual({
    test: 't',
    part: 1,
    other: null,
  });
  expect(await presentSplit(depsOf([other]), { userId: 'u', split: undefined })).toBeNull();
});
