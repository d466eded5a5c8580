import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';
import { planSentence } from './plan-sentence.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const PLAN: CallingPlan = {
  drop_date: '2026-11-30T14:00:00.000Z',
  contacts: 60,
  hours: [],
  local_hours: [],
  openings: [],
  first_call_at: '2026-11-30T16:00:00.000Z',
  estimated_end: '2026-11-30T19:40:00.000Z',
  after_last_day: 0,
  never_open: [],
  rules: [],
  rules_reviewed: null,
  disclaimer: '',
};
const say = (change: Partial<CallingPlan> = {}, skipsWaits = false, timeZone = 'America/New_York') =>
  planSentence({ plan: { ...PLAN, ...change }, skipsWaits, now: NOW, timeZone });

test.each<[Partial<CallingPlan>, string]>([
  [{}, 'Starts Monday, Nov 30 at 11:00 AM your time and calls 60 people in about 4 hours.'],
  [{ contacts: 1 }, 'Starts Monday, Nov 30 at 11:00 AM your time and calls 1 person in about 4 hours.'],
  [
    { after_last_day: 20, never_open: [{ window: 'x', count: 2 }] },
    'Starts Monday, Nov 30 at 11:00 AM your time and calls 38 of 60 people in about 4 hours.',
  ],
  [
    { estimated_end: null },
    'Starts Monday, Nov 30 at 11:00 AM your time and calls 60 people in more than 30 days.',
  ],
  [
    { first_call_at: '2027-01-04T16:30:00.000Z', estimated_end: '2027-01-04T16:30:20.000Z' },
    'Starts Monday, Jan 4, 2027 at 11:30 AM your time and calls 60 people in a minute or less.',
  ],
  [
    { first_call_at: '2026-11-24T12:01:00.000Z', estimated_end: '2026-11-24T12:11:00.000Z' },
    'Starts one minute after you publish it and calls 60 people in about 10 minutes.',
  ],
  [{ first_call_at: null }, 'Nobody on this list can be called in these hours.'],
])('a plan with %j is said in one sentence', (change, said) => {
  expect(say(change)).toBe(said);
});

test('where no calling hours are waited for, it says when the calls begin', () => {
  expect(say({}, true)).toBe('Starts Monday, Nov 30 at 9:00 AM your time and calls 60 people at once.');
});

test('the start is said in the zone of the user', () => {
  expect(say({}, false, 'Asia/Tokyo')).toContain('Starts Tuesday, Dec 1 at 1:00 AM your time');
});

test('nobody is said to be called who is not, and no more than there are', () => {
  fc.assert(
    fc.property(
      fc.nat(500),
      fc.nat(500),
      fc.nat(500),
      fc.integer({ min: 0, max: 50_000 }),
      (a, b, c, minutes) => {
        const first = Date.parse(PLAN.first_call_at ?? '');
        const said = say({
          contacts: a + b + c,
          after_last_day: b,
          never_open: [{ window: 'x', count: c }],
          estimated_end: new Date(first + minutes * MINUTE_MS).toISOString(),
        });
        const [, called = ''] = /calls (\d+)/.exec(said.replaceAll(',', '')) ?? [];
        expect(Number(called)).toBe(a);
        expect(said).toMatch(
          /^Starts [^.]+ in (?:a minute or less|about [\d,]+ (?:minutes?|hours|days?))\.$/,
        );
      },
    ),
  );
});
