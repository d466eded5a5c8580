import { expect, test } from 'vitest';
import { isDisturbed, whyTooBusy, type Conditions } from './disturbance.ts';

const BEST = { loop: 0.002, sync: 0.001 };
const QUIET: Conditions = { fixed: { loop: 0.0021, sync: 0.0015 }, others: 0.02, stolen: 0 };
const DISTURBED: Conditions = { fixed: { loop: 0.006, sync: 0.002 }, others: 0.5, stolen: 0.01 };

test('a round is disturbed by a slow processor, a slow disk, other processes or other machines', () => {
  expect(isDisturbed(QUIET, BEST)).toBe(false);
  expect(isDisturbed({ ...QUIET, fixed: { loop: 0.003, sync: 0.001 } }, BEST)).toBe(true);
  expect(isDisturbed({ ...QUIET, fixed: { loop: 0.002, sync: 0.006 } }, BEST)).toBe(true);
  expect(isDisturbed({ ...QUIET, others: 0.3 }, BEST)).toBe(true);
  expect(isDisturbed({ ...QUIET, stolen: 0.1 }, BEST)).toBe(true);
});

test('a fast disk may vary by a millisecond', () => {
  const best = { loop: 0.002, sync: 0.000_07 };
  expect(isDisturbed({ fixed: { loop: 0.002, sync: 0.001 } }, best)).toBe(false);
  expect(isDisturbed({ fixed: { loop: 0.002, sync: 0.002 } }, best)).toBe(true);
});

test('without figures of the system the fixed work decides', () => {
  expect(isDisturbed({ fixed: BEST }, BEST)).toBe(false);
  expect(isDisturbed({ fixed: DISTURBED.fixed }, BEST)).toBe(true);
  expect(whyTooBusy([{ fixed: DISTURBED.fixed }], BEST)).toBe(
    '1 of 1 rounds were disturbed, a fixed loop took 3.0 of its shortest time, a fixed sync 2.0',
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
    '2 of 3 rounds were disturbed, other processes had 50 % of the processors, other machines had 1 % of the processors, ' +
      'a fixed loop took 3.0 of its shortest time, a fixed sync 2.0',
  );
});
