import { expect, test } from 'vitest';
import { INITIAL_STATE, violations, type StreamState } from './evolve.ts';

const period = { id: 'p', start: new Date(0), plan: 'launch', reserved: 0, used: 0 } as const;
const lot = { price: 50, period: 'p', allowance: true };

/** Returns the violations of an empty stream with changes. */
function broken(balance: Partial<StreamState['balance']>, more: Partial<StreamState> = {}) {
  return violations({ ...INITIAL_STATE, ...more, balance: { ...INITIAL_STATE.balance, ...balance } });
}

test('any amounts that are not negative are possible, and a debt beside held credits', () => {
  expect(broken({})).toEqual([]);
  expect(broken({ available: 1, held: 1 }, { period, hold: [{ ...lot, calls: 1 }] })).toEqual([]);
  expect(broken({ debt: 1, held: 1 }, { period: { ...period, reserved: 1, used: 1 } })).toEqual([]);
});

test.each([-1, 0.5, NaN, Number.MAX_SAFE_INTEGER + 1])('no amount of a stream is %d', (amount) => {
  for (const name of ['available', 'held', 'debt'] as const)
    expect(broken({ [name]: amount })).toEqual([`${name} is ${String(amount)}`]);
  for (const name of ['reserved', 'used'] as const)
    expect(broken({}, { period: { ...period, [name]: amount } })).toEqual([`${name} is ${String(amount)}`]);
});

test('no credits are available beside a debt', () => {
  expect(broken({ debt: 1, available: 1 })).toEqual(['credits are available despite a debt']);
});

test.each([0, -1])('no lot of a hold has %d calls', (calls) => {
  const hold = [
    { ...lot, calls: 1 },
    { ...lot, calls },
  ];
  expect(broken({}, { hold })).toEqual(['more calls were taken from a hold than it held']);
});
