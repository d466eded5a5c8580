import { expect, test } from 'vitest';
import { sharesOf, whyTooBusy, type Conditions } from './machine-watch.ts';

const BEST = { loop: 0.002, sync: 0.001 };
const QUIET: Conditions = { fixed: { loop: 0.0021, sync: 0.0015 }, others: 0.02, stolen: 0 };
const DISTURBED: Conditions = { fixed: { loop: 0.006, sync: 0.002 }, others: 0.5, stolen: 0.01 };
const UNKNOWN = { others: 0, stolen: 0 };

test('a round is disturbed by a slow processor, a slow disk, other processes or other machines', () => {
  expect(whyTooBusy([QUIET], BEST)).toBeUndefined();
  expect(whyTooBusy([{ ...QUIET, fixed: { loop: 0.003, sync: 0.001 } }], BEST)).toBeDefined();
  expect(whyTooBusy([{ ...QUIET, fixed: { loop: 0.002, sync: 0.006 } }], BEST)).toBeDefined();
  expect(whyTooBusy([{ ...QUIET, others: 0.3 }], BEST)).toBeDefined();
  expect(whyTooBusy([{ ...QUIET, stolen: 0.1 }], BEST)).toBeDefined();
});

test('a fast disk may vary by a millisecond', () => {
  const best = { loop: 0.002, sync: 0.000_07 };
  expect(whyTooBusy([{ ...QUIET, fixed: { loop: 0.002, sync: 0.001 } }], best)).toBeUndefined();
  expect(whyTooBusy([{ ...QUIET, fixed: { loop: 0.002, sync: 0.002 } }], best)).toBeDefined();
});

test('without figures of the system the fixed work decides', () => {
  expect(whyTooBusy([{ fixed: BEST, ...UNKNOWN }], BEST)).toBeUndefined();
  expect(whyTooBusy([{ fixed: DISTURBED.fixed, ...UNKNOWN }], BEST)).toBeDefined();
  expect(whyTooBusy([{ fixed: DISTURBED.fixed, ...UNKNOWN }], BEST)).toBe(
    '1 of 1 rounds were disturbed, other processes had 0 % of the processors, other machines 0 %, ' +
      'a fixed loop took 3.0 of its shortest time, a fixed sync 2.0',
  );
});

test('a median stands while fewer than half of its rounds are disturbed', () => {
  expect(whyTooBusy([], BEST)).toBeUndefined();
  expect(whyTooBusy([QUIET], BEST)).toBeUndefined();
  expect(whyTooBusy([QUIET, DISTURBED, QUIET, DISTURBED, QUIET], BEST)).toBeUndefined();
  expect(whyTooBusy([QUIET, DISTURBED], BEST)).toContain('1 of 2 rounds were disturbed');
});

test('the reason names what was in the way', () => {
  expect(whyTooBusy([DISTURBED, DISTURBED, QUIET], BEST)).toBe(
    '2 of 3 rounds were disturbed, other processes had 50 % of the processors, other machines 1 %, ' +
      'a fixed loop took 3.0 of its shortest time, a fixed sync 2.0',
  );
});

const reading = (seconds: number, busy: number, stolen: number, total: number) => ({
  byRole: { bench: seconds },
  machine: { busy, stolen, total },
});

test('the part of other processes is what the machine did beside ours', () => {
  expect(sharesOf(reading(1, 10, 0, 100), reading(3, 13, 0.1, 104))).toEqual({
    others: 0.25,
    stolen: 0.025,
  });
});

test('coarse clocks make no negative part', () => {
  expect(sharesOf(reading(0, 0, 0, 0), reading(1.05, 1, 0, 2)).others).toBe(0);
});

test('nothing is known without figures of the machine', () => {
  const unknown = { byRole: { bench: 1 }, machine: undefined };
  expect(sharesOf(unknown, reading(1, 1, 1, 1))).toEqual({ others: 0, stolen: 0 });
  expect(sharesOf(reading(1, 1, 1, 1), unknown)).toEqual({ others: 0, stolen: 0 });
});
