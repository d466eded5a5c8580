import { expect, it } from 'vitest';
import { liveUpdateSchema, type CampaignStats, type LiveUpdate } from '#shared/schemas/live.ts';
import { isLiveUpdate } from './live-events.ts';

const autumn: CampaignStats = {
  id: 'a',
  name: 'Autumn',
  drop_date: '2026-11-20T09:30:00.000Z',
  status: 'Paused',
  status_message: 'Paused · 4 of 10 delivered',
  status_reason: 'Credits used up',
  next_calls: { at: '2026-11-21T15:00:00.000Z', zone: 'America/Chicago' },
  total: 10,
  delivered: 4,
  failed: 1,
  settled: 4,
  pending: 5,
  retryable: 1,
  held: 300,
  completed: false,
};
const update: LiveUpdate = { campaigns: [autumn], gone: ['b'], credits: { balance: 60, held: 30 } };
/** Values of every JSON type, and numbers and texts that only some fields accept. */
const VALUES = [
  undefined,
  null,
  true,
  0,
  1.5,
  -1,
  2 ** 60,
  NaN,
  '',
  'Sending',
  'Deleted',
  [],
  ['c'],
  [1],
  {},
];

/** Returns the value with each of its fields, at any depth, replaced by each of `VALUES`. */
function variants(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) =>
    [...VALUES, ...variants(field)].map((next) =>
      Array.isArray(value) ? value.with(Number(key), next) : { ...value, [key]: next },
    ),
  );
}

it('every kind of update is accepted', () => {
  const { credits: _credits, ...withoutCredits } = update;
  for (const valid of [
    update,
    withoutCredits,
    { ...update, campaigns: [{ ...autumn, status_reason: null, next_calls: null }] },
  ])
    expect(isLiveUpdate(valid)).toBe(true);
});

it('the client accepts exactly the updates that the schema accepts', () => {
  const cases = [...VALUES, ...variants(update)];
  expect(cases.length).toBeGreaterThan(300);
  for (const value of cases)
    expect(isLiveUpdate(value), JSON.stringify(value)).toBe(liveUpdateSchema.safeParse(value).success);
});
