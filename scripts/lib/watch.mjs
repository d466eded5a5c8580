import { spawn } from 'node:child_process';
import { watch } from 'node:fs';

const WATCHED = ['server', 'shared'];
/** Debounce: an editor may write a file in several steps, and several files. */
const DEBOUNCE_MS = 150;

/**
 * Runs a Node.js program from the sources and restarts it when they change; after it exits on its own, on the next
 * change. On a signal, exits with the program's exit code.
 * @param {string} file
 * @param {NodeJS.ProcessEnv} env
 */
export function runAndWatch(file, env) {
  // The IPC channel lets the program detect the exit of this process.
  const start = () =>
    spawn(process.execPath, ['--import', 'tsx', '--import', './scripts/lib/end-with-parent.mjs', file], {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
  let child = start();
  /** @type {NodeJS.Timeout | undefined} */
  let debounce;
  let ending = false;
  const restart = () => {
    if (ending) return;
    const next = () => {
      ending = false;
      console.log('Sources changed, restarting');
      child = start();
    };
    ending = child.kill('SIGTERM');
    if (ending) child.once('exit', next);
    else next();
  };
  for (const folder of WATCHED) {
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|mjs)$/.test(name) || /\.test\.ts$/.test(name)) return;
      clearTimeout(debounce);
      debounce = setTimeout(restart, DEBOUNCE_MS);
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
