import type { Fault } from '../fault.ts';

/** The ledger and the prices: faults that lose or invent credits. */
export const CREDITS_FAULTS: readonly Fault[] = [
  {
    file: 'shared/pricing.ts',
    find: 'monthlyAllowance(plan) - callsTaken',
    replace: 'monthlyAllowance(plan) + callsTaken',
    tests: ['shared/pricing.test.ts', 'server/credits/decide.test.ts'],
  },
  {
    file: 'server/credits/lots.ts',
    find: '[...all.filter((lot) => lot.allowance), ...all.filter((lot) => !lot.allowance)]',
    replace: 'all',
    tests: [
      'server/credits/decide.test.ts',
      'server/credits/properties.test.ts',
      'server/credits/lots.test.ts',
    ],
  },
  {
    file: 'server/credits/evolve.ts',
    find: 'if (current !== null && opens.start <= current.start) return current;',
    replace: '',
    tests: ['server/credits/decide.test.ts', 'server/credits/properties.test.ts'],
  },
];
