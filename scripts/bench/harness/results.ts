import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isMet, type BenchResult, type Goal } from './bench.ts';
import type { Figure } from './sample.ts';

const FOLDER = fileURLToPath(new URL('../../../bench/results/', import.meta.url));
const SPREAD = 'LOWEST TO HIGHEST';
const TITLES = ['BENCH', 'CONTENDER', 'FIGURE', SPREAD, 'PROCESSOR TIME', SPREAD, 'ROUNDS', 'GOAL', ''];
const NUMBERS = ['FIGURE', 'PROCESSOR TIME', 'ROUNDS', 'GOAL'];

/** A finished run of one or several benches. */
export interface Run {
  /** The machine in a line. */
  machine: string;
  takenAt: Date;
  minutes: number;
  results: readonly BenchResult[];
  /** What was not run, and why. */
  leftOut: readonly string[];
}

/** Formats results as a table in Markdown, followed by what makes figures mean nothing and by what else is given. */
export function tableOf(results: readonly BenchResult[], leftOut: readonly string[] = []): string {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const reasons = [...reasonsOf(results), ...leftOut.map((what) => `Not run: ${what}`)];
  const lines = [
    row(TITLES),
    row(TITLES.map((title) => (NUMBERS.includes(title) ? '---:' : '---'))),
    ...results.map((result) => row(cellsOf(result))),
    ...(reasons.length === 0 ? [] : ['', ...reasons.map((reason) => `- ${reason}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats a run as a page in Markdown. */
export function pageOf({ machine, takenAt, minutes, results, leftOut }: Run): string {
  const taken = `${takenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC in ${minutes.toFixed(0)} minutes`;
  return `# Latest figures\n\nTaken on ${taken}.\nMachine: ${machine}.\n\n${tableOf(results, leftOut)}`;
}

/** Returns results as the rows of `NAME.json`; `met` is null where there is no goal or the figures mean nothing. */
export function rowsOf(results: readonly BenchResult[]) {
  return results.map(({ bench, contender, ratio, goal, tooBusy }) => ({
    bench,
    contender,
    ratio: ratio.value,
    goal: goal === undefined ? null : goalText(goal),
    met: tooBusy === undefined ? isMet({ ratio, goal }) : null,
  }));
}

/** Writes `bench/results/NAME.json` and `bench/results/NAME.md`. */
export async function writeRun(name: string, run: Run): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}${name}.json`, `${JSON.stringify(rowsOf(run.results), undefined, 2)}\n`);
  await writeFile(`${FOLDER}${name}.md`, pageOf(run));
}

function cellsOf(result: BenchResult): string[] {
  const { bench, contender, ratio, processorTime, rounds, goal } = result;
  const figures = [ratio, processorTime].flatMap((figure) =>
    figure === undefined ? ['', ''] : [text(figure.value), spreadOf(figure)],
  );
  const verdict = result.tooBusy === undefined ? verdictOf(result) : 'too busy';
  return [bench, contender, ...figures, String(rounds), goal === undefined ? '' : goalText(goal), verdict];
}

function verdictOf(result: BenchResult): string {
  const met = isMet(result);
  if (met === null) return '';
  return met ? 'met' : 'MISSED';
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
