import { spawn } from 'node:child_process';
import { testEnvironment } from '../lib/test-environment.mjs';

/** A fault that makes a test wait for ever is noticed too, after this time. */
const LIMIT_MS = 300_000;

/**
 * Runs Vitest with the given filters in the project copy at `root`, up to the first failing test.
 * Returns whether every test passed, and the end of what Vitest printed.
 */
export async function runTests(root: string, filters: string): Promise<{ passed: boolean; output: string }> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=dot', ...filters.split(' ')];
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
  // The group, so that the processes which tests start end too.
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), LIMIT_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    return { passed: code === 0, output };
  } finally {
    clearTimeout(timer);
  }
}
