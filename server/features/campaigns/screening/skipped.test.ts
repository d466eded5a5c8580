import { expect, test } from 'vitest';
import { LEFT_OUT_REASONS } from '#shared/schemas/calling/calling.ts';
import { assertAnybodyLeft, leftOutCounts, presentSkipped } from './skipped.ts';

test('those that are left out are counted by reason, in the usual order, and stored as they are shown', () => {
  const counts = Object.fromEntries(LEFT_OUT_REASONS.toReversed().map((reason, at) => [reason, at]));
  const skipped = presentSkipped(counts);
  expect(skipped.map(({ reason }) => reason)).toEqual(LEFT_OUT_REASONS.slice(0, -1));
  expect(leftOutCounts(skipped)).toEqual(Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)));
  expect(presentSkipped()).toEqual([]);
});

const refused = (counts: Record<string, number>, lastDay: string | null = null, calls = 0) => {
  try {
    assertAnybodyLeft({ calls, skipped: presentSkipped(counts) }, { lastDay });
    return undefined;
  } catch (error) {
    return error;
  }
};

test('a list of which nobody is left is refused with all reasons, or at the field that is the only one', () => {
  expect(refused({ 'do not call': 5 }, null, 1)).toBeUndefined();
  const several = {
    'do not call': 1_200,
    'called too often': 1,
    'no calling hours': 2,
    'over the maximum': 1,
  };
  expect(refused(several)).toMatchObject({
    code: 'INVALID_CSV',
    message:
      'Nobody on this list can be called: 1,200 are on your do-not-call list, 1 has been called as often as your ' +
      'call limit allows, 2 have no calling hours, and 1 is over the maximum.',
  });
  const one = { 'do not call': 1, 'called too often': 2, 'no calling hours': 1, 'other half': 1 };
  expect(refused(one)).toMatchObject({
    message:
      'Nobody on this list can be called: 1 is on your do-not-call list, 2 have been called as often as your call ' +
      'limit allows, 1 has no calling hours, and 1 is in the other half.',
  });
  expect(refused({ 'other half': 2, 'over the maximum': 2 })).toMatchObject({
    message: 'Nobody on this list can be called: 2 are in the other half and 2 are over the maximum.',
  });
  const hours = { 'no calling hours': 3 };
  expect(refused(hours)).toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { calling_hours: 'Nobody on this list may be called within these calling hours.' } },
  });
  expect(refused(hours, '2027-01-20')).toMatchObject({
    details: {
      fields: { last_day: 'Nobody on this list may be called by this last day and within these hours.' },
    },
  });
});
