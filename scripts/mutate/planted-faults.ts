import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const FAULTS = 'scripts/mutate/faults';

/** `BREAKS. Noticed by TEST …`, then a diff without context. */
const FORMAT =
  /^(.+)\. Noticed by (\S+(?: \S+)*)\n--- a\/(\S+)\n\+\+\+ b\/\3\n@@ .*\n((?:-.*\n)+)(?:\+.*\n)*$/;
const TEST_FILE = /\.test\.tsx?$/;

/** A change of one file that breaks the product. */
export interface PlantedFault {
  patch: string;
  breaks: string;
  /** Files for Vitest; one of them must fail. */
  tests: string[];
  file: string;
  /** The lines that it replaces or removes. */
  removed: string;
}

/** Reads a patch. Throws if it has not the format of a planted fault. */
export function readFault(patch: string): PlantedFault {
  const [, breaks = '', tests = '', file = '', lines = ''] = FORMAT.exec(readFileSync(patch, 'utf8')) ?? [];
  if (file === '') throw new Error(`${patch} is not a planted fault`);
  return { patch, breaks, tests: tests.split(' '), file, removed: lines.replaceAll(/^-/gm, '') };
}

/** Returns the faults of the project, in the order of their names. */
export function allFaults(): PlantedFault[] {
  return readdirSync(FAULTS)
    .sort()
    .map((name) => readFault(join(FAULTS, name)));
}

/** Applies the fault to the project at `root`, or takes it back. Throws if the lines to replace are not there. */
export function applyFault(
  root: string,
  { patch }: PlantedFault,
  ...options: ('--check' | '--reverse')[]
): void {
  // Quietly: a line that has moved is no news.
  const args = ['apply', '--quiet', '--unidiff-zero', ...options, resolve(patch)];
  execFileSync('git', args, { cwd: root, stdio: 'ignore' });
}

/** Returns what of the fault is no longer in the project: its lines, once, or a test. */
export function outdatedOf(fault: PlantedFault): string[] {
  const { patch, file, removed, tests } = fault;
  const outdated = tests
    .filter((test) => !TEST_FILE.test(test) || !existsSync(test))
    .map((test) => `${patch}: no test at ${test}`);
  const count = existsSync(file) ? `\n${readFileSync(file, 'utf8')}`.split(`\n${removed}`).length - 1 : 0;
  if (count !== 1) outdated.push(`${patch}: ${file} has its lines ${String(count)} times`);
  else applyFault('.', fault, '--check');
  return outdated;
}
