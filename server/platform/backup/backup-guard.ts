import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What a guard is sent when it is dismissed. */
const DONE = 'done';

/** A process that tidies up if this one dies meanwhile. */
export interface BackupGuard {
  /** There is nothing to tidy up: the guard ends. */
  dismiss(): Promise<void>;
}

/** Starts this program once more, with `args`, as the guard; resolves when it is ready. */
export async function startGuard(args: readonly string[]): Promise<BackupGuard> {
  const [program = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit');
  // Of a guard that has been killed.
  child.stdin.on('error', () => undefined);
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the guard of the backup did not start'))),
  ]);
  return {
    async dismiss() {
      child.stdin.end(DONE);
      await ended;
    },
  };
}

/** Runs as the guard: calls `tidyUp` if the process that started it ends without dismissing it. */
export async function runGuard(tidyUp: () => Promise<void>): Promise<void> {
  process.stdout.write('ready\n');
  let received = '';
  for await (const chunk of process.stdin) received += String(chunk);
  if (received !== DONE) await tidyUp();
}
