import { existsSync } from 'node:fs';
import { run } from './processes.mjs';
import { Failure } from './project.mjs';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of Chromium: CHROMIUM_PATH, else the usual locations; undefined if there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH ?? '';
  return [named, ...USUAL_PLACES].find((path) => path !== '' && existsSync(path));
}

/**
 * Ensures that Chromium is available for the browser tests; installs Debian's package if not.
 * @param {(line: string) => void} say
 */
export async function installChromium(say) {
  if (findChromium() !== undefined) return;
  say('Installing Chromium for the browser tests');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const step of [
    ['apt-get', 'update', '-q'],
    ['apt-get', 'install', '-q', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji'],
  ]) {
    const [command = '', ...args] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', ...step];
    const { code, output } = await run(command, args, { quiet: true }).catch(missingProgram);
    if (code !== 0) {
      throw new Failure(
        `${output.trim()}\nChromium for the browser tests could not be installed. Install it, or name it in CHROMIUM_PATH.`,
      );
    }
  }
}

/** @param {unknown} error */
function missingProgram(error) {
  return { code: 1, output: error instanceof Error ? error.message : String(error) };
}
