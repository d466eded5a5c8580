import { run } from '../processes.mjs';

/**
 * Runs apt-get as root, by sudo if it asks for no password. Returns its exit code and output.
 * @param {string[]} args
 */
export function apt(...args) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [command = '', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  return run(command, rest, { quiet: true }).catch(missingProgram);
}

/** @param {unknown} error */
function missingProgram(error) {
  return { code: 1, output: error instanceof Error ? error.message : String(error) };
}
