import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formatTable } from '#server/commands/lib/table.ts';
import { isMet, type BenchResult, type Goal } from './bench.ts';
import { machineLine, type Machine } from './machine.ts';
import type { Figure } from './sample.ts';

const FOLDER = fileURLToPath(new URL('../../../bench/results/', import.meta.url));
const RIGHT = { align: 'right' as const };
const COLUMNS = [
  { title: 'BENCH' },
  { title: 'CONTENDER' },
  { title: 'FIGURE', ...RIGHT },
  { title: 'LOWEST TO HIGHEST' },
  { title: 'PROCESSOR TIME', ...RIGHT },
  { title: 'LOWEST TO HIGHEST' },
  { title: 'ROUNDS', ...RIGHT },
  { title: 'GOAL', ...RIGHT },
  { title: '' },
];

/** A finished run of one or several benches. */
export interface Run {
  machine: Machine;
  takenAt: Date;
  minutes: number;
  results: readonly BenchResult[];
  /** What was not run, and why. */
  leftOut: readonly string[];
}

/** Formats results as lines of a text table, followed by what makes figures mean nothing. */
export function tableOf(results: readonly BenchResult[]): string[] {
  return [...formatTable(COLUMNS, results.map(cellsOf)), ...reasonsOf(results)];
}

/** Formats a run as a page in Markdown. */
export function pageOf({ machine, takenAt, minutes, results, leftOut }: Run): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const reasons = [...reasonsOf(results), ...leftOut.map((what) => `Not run: ${what}`)];
  const lines = [
    '# Latest figures',
    '',
    `Taken on ${takenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC in ${minutes.toFixed(0)} minutes.`,
    `Machine: ${machineLine(machine)}.`,
    '',
    row(COLUMNS.map(({ title }) => title)),
    row(COLUMNS.map((column) => ('align' in column ? '---:' : '---'))),
    ...results.map((result) => row(cellsOf(result).map((cell) => cell.replaceAll('|', '\\|')))),
    ...(reasons.length === 0 ? [] : ['', ...reasons.map((reason) => `- ${reason}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Writes `bench/results/NAME.json` and `bench/results/NAME.md`. */
export async function writeRun(name: string, run: Run): Promise<void> {
  const results = run.results.map(({ ratio, goal, ...result }) => ({
    ...result,
    figure: ratio,
    goal: goal === undefined ? null : goalText(goal),
    met: isMet({ ratio, goal }),
  }));
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}${name}.json`, `${JSON.stringify({ ...run, results }, undefined, 2)}\n`);
  await writeFile(`${FOLDER}${name}.md`, pageOf(run));
}

function cellsOf(result: BenchResult): string[] {
  const { bench, contender, ratio, processorTime, rounds, goal } = result;
  return [
    bench,
    contender,
    text(ratio.value),
    spreadOf(ratio),
    processorTime === undefined ? '' : text(processorTime.value),
    processorTime === undefined ? '' : spreadOf(processorTime),
    String(rounds),
    goal === undefined ? '' : goalText(goal),
    verdictOf(result),
  ];
}

function verdictOf(result: BenchResult): string {
  if (result.tooBusy !== undefined) return 'too busy';
  return { true: 'met', false: 'MISSED', null: '' }[String(isMet(result)) as 'true' | 'false' | 'null'];
}

/** One line a bench whose figures mean nothing. */
function reasonsOf(results: readonly BenchResult[]): string[] {
  const reasons = results.flatMap(({ bench, tooBusy }) =>
    tooBusy === undefined ? [] : [`Too busy for "${bench}": ${tooBusy}.`],
  );
  return [...new Set(reasons)];
}

function spreadOf({ low, high }: Figure): string {
  return low === high ? '' : `${text(low)} to ${text(high)}`;
}

function text(value: number): string {
  return value.toFixed(value < 0.1 ? 3 : 2);
}

function goalText(goal: Goal): string {
  return 'atLeast' in goal ? `>= ${String(goal.atLeast)}` : `<= ${String(goal.atMost)}`;
}
