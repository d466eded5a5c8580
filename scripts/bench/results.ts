import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatTable } from '../lib/table.ts';
import { isMet, type BenchResult, type Goal } from './bench.ts';

const COLUMNS = [
  { title: 'BENCH' },
  { title: 'CONTENDER' },
  { title: 'RATIO', align: 'right' as const },
  { title: 'GOAL', align: 'right' as const },
  { title: '' },
];

/** Formats the results of a bench as table lines. */
export function tableOf(results: readonly BenchResult[]): string[] {
  return formatTable(
    COLUMNS,
    results.map((result) => [
      result.bench,
      result.contender,
      result.ratio.toFixed(result.ratio < 0.1 ? 3 : 2),
      result.goal === undefined ? '' : goalText(result.goal),
      { true: 'met', false: 'MISSED', null: '' }[String(isMet(result)) as 'true' | 'false' | 'null'],
    ]),
  );
}

/** Writes `bench/results/NAME.json`: `[{bench, contender, ratio, goal, met}]`. */
export async function writeResults(name: string, results: readonly BenchResult[]): Promise<void> {
  const file = fileURLToPath(new URL(`../../bench/results/${name}.json`, import.meta.url));
  const rows = results.map((result) => ({
    bench: result.bench,
    contender: result.contender,
    ratio: Number(result.ratio.toPrecision(3)),
    goal: result.goal === undefined ? null : goalText(result.goal),
    met: isMet(result),
  }));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(rows, undefined, 2)}\n`);
}

function goalText(goal: Goal): string {
  return 'atLeast' in goal ? `>= ${String(goal.atLeast)}` : `<= ${String(goal.atMost)}`;
}
