import { existsSync } from 'node:fs';
import { run } from './processes.mjs';
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
 * Ensures that Chromium is available for the browser tests; installs that of Playwright if not, or else Debian's package.
 * @param {(line: string) => void} say
 */
export async function installChromium(say) {
  if (findHeadlessChromium() !== undefined) return;
  say('Installing Chromium for the browser tests');
  if (await installPlaywrightsOwn()) return;
  const install = 'apt-get install -q -y --no-install-recommends fonts-noto-color-emoji';
  // Not every Debian has the headless shell as a separate package.
  const script = `apt-get update -q; ${install} chromium-headless-shell || ${install} chromium`;
  const asRoot = process.getuid?.() === 0 ? '' : 'sudo -n ';
  const command = `${asRoot}env DEBIAN_FRONTEND=noninteractive sh -c '${script}'`;
  const { code, output } = await run('sh', ['-c', command], { quiet: true });
  if (code === 0) return;
  throw new Failure(
    `${output.trim()}\nChromium for the browser tests could not be installed. Install it, or name it in CHROMIUM_PATH.`,
  );
}

/** Installs the Chromium of Playwright in the user's cache, without privileges; returns whether it can be started. */
async function installPlaywrightsOwn() {
  const command = ['node_modules/@playwright/test/cli.js', 'install', '--only-shell', 'chromium'];
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
  if ((await run(process.execPath, command, { quiet: true, env })).code !== 0) return false;
  const start = `import { chromium } from '@playwright/test';
    await (await chromium.launch({ args: ['--no-sandbox'] })).close();`;
  // It may lack libraries that only Debian's package brings.
  const started = await run(process.execPath, ['--input-type=module', '-e', start], { quiet: true });
  return started.code === 0;
}
