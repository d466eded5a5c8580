import { expect, test } from 'vitest';
import { shortfalls } from './shortfalls.ts';

const options = { faults: ['worker', 'web', 'worker stopped'], kills: 4, contacts: 100 } as const;
const complete = {
  killed: { worker: 2, web: 1, 'worker stopped': 1 },
  delivered: 80,
  deliverable: 82,
  excused: 2,
};

test('a crash test in which all faults happened and most calls were delivered falls short of nothing', () => {
  expect(shortfalls(complete, options)).toEqual([]);
  const oneTooLate = { ...complete.killed, worker: 1 };
  expect(shortfalls({ ...complete, killed: oneTooLate }, options)).toEqual([]);
});

test('a crash test in which nobody was killed falls short, also where none was planned', () => {
  const missing = ['never happened: worker', 'never happened: web', 'never happened: worker stopped'];
  expect(shortfalls({ ...complete, killed: {} }, options)).toEqual([...missing, 'only 0 faults of 4']);
  expect(shortfalls({ ...complete, killed: {} }, { ...options, kills: 0 })).toEqual([
    ...missing,
    'only 0 faults of 0',
  ]);
});

test('a crash test that spares a role, delivers little or excuses much falls short', () => {
  const killed = { worker: 3, 'worker stopped': 1 };
  expect(shortfalls({ ...complete, killed, delivered: 70, excused: 12 }, options)).toEqual([
    'never happened: web',
    'only 70 delivered of 82 that can be',
    '12 excused of 100',
  ]);
});
