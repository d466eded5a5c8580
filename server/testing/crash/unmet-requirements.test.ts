import { expect, test } from 'vitest';
import { unmetRequirements } from './unmet-requirements.ts';

const options = { faults: ['worker', 'web', 'worker stopped'], kills: 4, contacts: 100 } as const;
const complete = {
  killed: { worker: 2, web: 1, 'worker stopped': 1 },
  delivered: 80,
  deliverable: 82,
  lostReports: 2,
};

test('a crash test with all faults and most calls delivered is conclusive', () => {
  expect(unmetRequirements(complete, options)).toEqual([]);
  const oneTooLate = { ...complete.killed, worker: 1 };
  expect(unmetRequirements({ ...complete, killed: oneTooLate }, options)).toEqual([]);
});

test('a crash test without kills is inconclusive, even if none were planned', () => {
  const missing = ['never happened: worker', 'never happened: web', 'never happened: worker stopped'];
  expect(unmetRequirements({ ...complete, killed: {} }, options)).toEqual([...missing, 'only 0 faults of 4']);
  expect(unmetRequirements({ ...complete, killed: {} }, { ...options, kills: 0 })).toEqual([
    ...missing,
    'only 0 faults of 0',
  ]);
});

test('a crash test with a missing fault, few deliveries or many lost reports is inconclusive', () => {
  const killed = { worker: 3, 'worker stopped': 1 };
  expect(unmetRequirements({ ...complete, killed, delivered: 70, lostReports: 12 }, options)).toEqual([
    'never happened: web',
    'only 70 delivered of 82 that can be',
    '12 lost reports of 100',
  ]);
});
