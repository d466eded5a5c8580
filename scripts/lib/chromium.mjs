import { existsSync } from 'node:fs';
import { apt } from './apt.mjs';
import { Failure } from './project.mjs';

/** Draws pages without the rest of a browser, for a fraction of its processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of a whole Chromium, for measurements: CHROMIUM_PATH, else the usual locations. */
export function findChromium() {
  return firstOf([...USUAL_PLACES, HEADLESS_SHELL]);
}

/** Returns the path of the Chromium for the browser tests: CHROMIUM_PATH, else preferably its headless shell. */
export function findHeadlessChromium() {
  return firstOf([HEADLESS_SHELL, ...USUAL_PLACES]);
}

/** @param {readonly string[]} places */
function firstOf(places) {
  return [process.env.CHROMIUM_PATH ?? '', ...places].find((path) => path !== '' && existsSync(path));
}

/**
 * Ensures that Chromium is available for the browser tests; installs Debian's package if not.
 * @param {(line: string) => void} say
 */
export async function installChromium(say) {
  if (findHeadlessChromium() !== undefined) return;
  say('Installing Chromium for the browser tests');
  await apt('update', '-q');
  // Not every Debian has the headless shell as a separate package.
  let output = '';
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    const options = ['-q', '-y', '--no-install-recommends'];
    const result = await apt('install', ...options, browser, 'fonts-noto-color-emoji');
    if (result.code === 0) return;
    output = result.output.trim();
  }
  throw new Failure(
    `${output}\nChromium for the browser tests could not be installed. Install it, or name it in CHROMIUM_PATH.`,
  );
}
