import { spawn } from 'node:child_process';
import { watch } from 'node:fs';

const WATCHED = ['server', 'shared'];
/** An editor writes a file in several steps, and often several files. */
const SETTLE_MS = 150;

/**
 * Runs a Node.js program from the sources and starts it again whenever they change; one that ended by itself waits
 * for the next change. Ends with the program's exit code when it is told to stop.
 * @param {string} file
 * @param {NodeJS.ProcessEnv} env
 */
export function runAndWatch(file, env) {
  // The fourth stream is for the program to notice the end of this process.
  const start = () =>
    spawn(process.execPath, ['--import', 'tsx', '--import', './scripts/lib/end-with-parent.mjs', file], {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
  let child = start();
  /** @type {NodeJS.Timeout | undefined} */
  let settling;
  let ending = false;
  const restart = () => {
    if (ending) return;
    const next = () => {
      ending = false;
      console.log('Starting again: the sources changed');
      child = start();
    };
    ending = child.kill('SIGTERM');
    if (ending) child.once('exit', next);
    else next();
  };
  for (const folder of WATCHED) {
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|mjs)$/.test(name) || /\.test\.ts$/.test(name)) return;
      clearTimeout(settling);
      settling = setTimeout(restart, SETTLE_MS);
    });
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      child.removeAllListeners('exit').once('exit', (code) => process.exit(code ?? 1));
      if (!child.kill(signal)) process.exit(0);
    });
  }
}
