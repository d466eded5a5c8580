import { spawn } from 'node:child_process';

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] instead of this process's environment
 * @property {boolean} [quiet] return the output instead of printing it
 * @property {string} [cwd]
 */

/**
 * Runs a program and returns its exit code and, with `quiet`, its output. Forwards termination signals; without a
 * terminal it gets no input.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function run(command, args, { env, quiet = false, cwd } = {}) {
  const child = spawn(command, args, {
    env: env ?? process.env,
    cwd,
    stdio: [quiet ? 'ignore' : 'inherit', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  /** @type {NodeJS.Signals | undefined} */
  let stopped;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    stopped = signal;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  }
  try {
    /** @type {number} */
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (exitCode, /** @type {NodeJS.Signals | null} */ signal) => {
        resolve(exitCode ?? (signal === 'SIGINT' ? 130 : 143));
      });
    });
    if (stopped !== undefined) process.exit(code);
    return { code, output };
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
