import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addHours,
  countsOf,
  countsOfLateSuccesses,
  replacedCalls,
  sumReasons,
  type CountedCall,
} from './call-counts.ts';

const AT = new Date('2026-11-23T15:30:00Z');
/** Monday at half past nine in Chicago. */
const CALLED = { at: AT, zone: 'America/Chicago' };
/** Tuesday at half past ten in New York. */
const EARLIER = { at: new Date('2026-11-24T15:30:00Z'), zone: 'America/New_York' };

const call = (own: object) => own as CountedCall & { settlement?: number };
const busy = (own: object = {}) =>
  call({ status: 'failed', code: '4006', reason: 'Busy', retryable: true, called: CALLED, ...own });
const delivered = (own: object = {}) => call({ status: 'success', called: CALLED, ...own });

test('calls are counted by hour of the week where they were made, and failed ones by reason', () => {
  const calls = [
    delivered(),
    delivered({ called: EARLIER }),
    delivered({ called: undefined, previous: { called: EARLIER } }),
    busy(),
    busy({ retryable: false }),
    busy({ code: '4002', reason: 'Mailbox full', called: undefined }),
    busy({ code: '', reason: 'suppressed', retryable: undefined, called: { at: AT } }),
    call({ status: 'cancelled', called: CALLED }),
    call({ status: 'placed', called: CALLED }),
  ];
  expect(countsOf(calls)).toEqual({
    reasons: {
      '4006': { calls: 2, retryable: 1 },
      '4002': { calls: 1, retryable: 1 },
      suppressed: { calls: 1, retryable: 0 },
    },
    hours: { '1-09': { delivered: 1, failed: 2 }, '2-10': { delivered: 2, failed: 0 } },
  });
  expect(countsOf([])).toEqual({ reasons: {}, hours: {} });
});

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
test('the hour of the week is that of the clock on the wall there', () => {
  const zones = fc.constantFrom(
    'America/New_York',
    'America/Phoenix',
    'Pacific/Honolulu',
    'America/St_Johns',
  );
  const times = fc.date({ min: new Date('2025-01-01Z'), max: new Date('2031-01-01Z'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, times, (zone, at) => {
      const parts = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        weekday: 'short',
        hour: '2-digit',
        hourCycle: 'h23',
      }).formatToParts(at);
      const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
      const hour = `${String(DAYS.indexOf(part('weekday')) + 1)}-${part('hour')}`;
      expect(countsOf([delivered({ called: { at, zone } })]).hours).toEqual({
        [hour]: { delivered: 1, failed: 0 },
      });
    }),
  );
});

test('a late success takes back the failure that was counted, in its hour only where that counted it', () => {
  const late = (settlement: number, own: object = {}) =>
    delivered({ settlement, failedBefore: { code: '4006', reason: 'Busy', retryable: true }, ...own });
  const counting = (settlement: number | undefined) => settlement === 1;
  expect(countsOfLateSuccesses([late(1), late(2)], counting)).toEqual({
    reasons: { '4006': { calls: -2, retryable: -2 } },
    hours: { '1-09': { delivered: 2, failed: -1 } },
  });
  const older = late(1, { failedBefore: { retryable: false } });
  expect(countsOfLateSuccesses([older], counting).reasons).toEqual({ other: { calls: -1, retryable: 0 } });
  expect(countsOfLateSuccesses([delivered({ settlement: 1 })], counting).reasons).toEqual({
    other: { calls: -1, retryable: 0 },
  });
});

test('a new result replaces the failure that its day still counts, and none of another day', () => {
  const previous = { at: AT, settlement: 1, called: CALLED };
  const retried = (seq: number, own: object = {}, before: object = {}) =>
    ({ seq, status: 'failed', previous: { ...previous, ...before }, ...own }) as never;
  const calls = [
    retried(1),
    retried(2, { status: 'success' }),
    retried(3, {}, { settlement: 2 }),
    retried(4, {}, { at: new Date('2026-11-22T23:59:59Z') }),
    retried(5, {}, { at: undefined }),
    retried(6, { status: 'cancelled' }),
    retried(7, { previous: undefined }),
    retried(8),
  ];
  expect(
    replacedCalls(calls, '2026-11-23', {
      countsHours: (settlement) => settlement === 1,
      countsPrevious: ({ seq }) => seq !== 8,
    }),
  ).toEqual({ calls: 5, ofDay: 3, hours: { '1-09': { delivered: 0, failed: -2 } } });
});

test('counts are added by reason and by hour', () => {
  const one = { '4006': { calls: 2, retryable: 1 } };
  expect(sumReasons(one, { '4006': { calls: 3, retryable: 3 }, other: { calls: 1, retryable: 0 } })).toEqual({
    '4006': { calls: 5, retryable: 4 },
    other: { calls: 1, retryable: 0 },
  });
  expect(one).toEqual({ '4006': { calls: 2, retryable: 1 } });
  const hours = { '1-09': { delivered: 2, failed: 1 } };
  addHours(hours, { '1-09': { delivered: 3, failed: -1 }, '2-10': { delivered: 0, failed: 4 } });
  expect(hours).toEqual({ '1-09': { delivered: 5, failed: 0 }, '2-10': { delivered: 0, failed: 4 } });
});
