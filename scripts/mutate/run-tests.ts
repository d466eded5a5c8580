import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { testEnvironment } from '../lib/stages/test-environment.mjs';
import { z } from 'zod';

/** Timeout; a fault that makes a test hang counts as detected. */
const LIMIT_MS = 300_000;

/** Path of Vitest's report in the project copy. */
const REPORT = 'mutate-report.json';

/**
 * Runs Vitest with the filters in the project copy at `root` until the first failure. Returns the failure
 * (undefined if all passed) and the last lines of output.
 */
export async function runTests(
  root: string,
  filters: string,
): Promise<{ failure: string | undefined; output: string }> {
  const report = join(root, REPORT);
  await rm(report, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${REPORT}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...reporters, ...filters.split(' ')];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: testEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)));
  }
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    // Kill the process group, because tests start child processes.
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }, LIMIT_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    const written = await readFile(report, 'utf8').catch(() => undefined);
    return { failure: failureOf(root, { code, timedOut, report: written }), output };
  } finally {
    clearTimeout(timer);
  }
}

/** The used part of Vitest's JSON report. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Result of a Vitest run. */
export interface RunEnd {
  code: number | null;
  /** Whether the run was killed on timeout. */
  timedOut: boolean;
  /** Vitest's JSON report; undefined if it wrote none. */
  report: string | undefined;
}

/**
 * Returns the failure of a run in one line, or undefined if every test passed: the first failing test as `FILE ›
 * NAME` with the file relative to `root`, else the file that failed to load, the timeout or the crash.
 */
export function failureOf(root: string, { code, timedOut, report }: RunEnd): string | undefined {
  if (timedOut) return 'the time limit (no test failed)';
  if (code === 0) return undefined;
  if (report === undefined) return `a crash of the run (exit code ${String(code)}, no report)`;
  const files = Report.parse(JSON.parse(report)).testResults;
  for (const { name, assertionResults } of files) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined) return `${relative(root, name)} › ${failed.fullName.trim()}`;
  }
  const broken = files.find(({ status }) => status === 'failed');
  if (broken === undefined) return `an error outside the tests (exit code ${String(code)})`;
  const [message = ''] = (broken.message ?? '').split('\n');
  return `${relative(root, broken.name)} (its set-up failed: ${message})`;
}
