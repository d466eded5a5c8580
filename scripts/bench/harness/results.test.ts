import { expect, test } from 'vitest';
import type { BenchResult } from './bench.ts';
import { machineLine } from './machine.ts';
import { pageOf, rowsOf, tableOf } from './results.ts';

function absolute(bench: string, contender: string, value: number, goal?: BenchResult['goal']): BenchResult {
  return { bench, contender, ratio: { value, low: value, high: value }, rounds: 1, goal };
}

const RESULTS: readonly BenchResult[] = [
  {
    bench: 'work',
    contender: 'ours',
    ratio: { value: 0.82, low: 0.7, high: 0.9 },
    processorTime: { value: 1.5, low: 1.4, high: 1.6 },
    rounds: 5,
    goal: { atLeast: 0.85 },
  },
  absolute('memory', 'growth, MB', 0.05, { atMost: 1 }),
  { ...absolute('other work', 'ours', 2, { atLeast: 1 }), tooBusy: '3 of 5 rounds were disturbed' },
];

test('a table has the figures, their spread and whether the goal is met', () => {
  expect(tableOf(RESULTS).split('\n').slice(2)).toEqual([
    '| work | ours | 0.82 | 0.70 to 0.90 | 1.50 | 1.40 to 1.60 | 5 | >= 0.85 | MISSED |',
    '| memory | growth, MB | 0.050 |  |  |  | 1 | <= 1 | met |',
    '| other work | ours | 2.00 |  |  |  | 1 | >= 1 | too busy |',
    '',
    '- Too busy for "other work": 3 of 5 rounds were disturbed.',
    '',
  ]);
});

test('a file of results is a list of rows', () => {
  expect(rowsOf([...RESULTS, absolute('plain', 'ours', 3)])).toEqual([
    { bench: 'work', contender: 'ours', ratio: 0.82, goal: '>= 0.85', met: false },
    { bench: 'memory', contender: 'growth, MB', ratio: 0.05, goal: '<= 1', met: true },
    { bench: 'other work', contender: 'ours', ratio: 2, goal: '>= 1', met: null },
    { bench: 'plain', contender: 'ours', ratio: 3, goal: null, met: null },
  ]);
});

test('a page names the machine and what was not run', () => {
  const machine = machineLine(false);
  expect(machine).toMatch(
    /^\d+ processors \(.+\), \d+ GB, disk sync \S+ ms, a million steps \S+ ms, Node v\S+, .+, load \S+, processor time of the database not known$/,
  );
  expect(machineLine(true)).not.toContain('not known');
  const takenAt = new Date('2026-03-04T05:06:07Z');
  const page = pageOf({ machine, takenAt, minutes: 12.3, results: RESULTS, leftOut: ['csv, as it failed'] });
  expect(page).toContain('Taken on 2026-03-04 05:06 UTC in 12 minutes.');
  expect(page).toContain(`Machine: ${machine}.`);
  expect(page).toContain(
    '| work | ours | 0.82 | 0.70 to 0.90 | 1.50 | 1.40 to 1.60 | 5 | >= 0.85 | MISSED |',
  );
  expect(page).toContain('- Not run: csv, as it failed');
});
