import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { testEnvironment } from '../lib/test-environment.mjs';
import { failureOf } from './failure.ts';

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
    // Kill the process group, because tests start processes of their own.
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
