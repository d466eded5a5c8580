import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './scripts/lib/chromium.mjs';

const chromium = findHeadlessChromium();
const fonts = fileURLToPath(new URL('client/e2e/support/fonts.conf', import.meta.url));
/** `npm test` counts the tests from this file. */
const report = process.env.HARK_TEST_REPORT;

/** Every state and layer of every screen. */
const LAYOUT = ['states.spec.ts', 'layers.spec.ts'];

/**
 * Journeys through rules and error states whose main path another journey takes: files named `x.long.spec.ts`, and single
 * ones with the tag `@long`. `npm test` leaves them out, `npm test -- all` and `.ci/run` include them.
 */
const LONG = /@long|\.long\.spec\.ts/;
const SCREENS = 'screens.spec.ts';

/** Journeys in a real Chromium through the built system, with all its emulators; each worker has a server of its own. */
export default defineConfig({
  testDir: 'client/e2e',
  globalSetup: './client/e2e/support/prepare.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  // A journey waits more than it computes: two workers leave much of two cores unused.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  // Each project has workers, and so servers, of its own: the screens need a demo account that no journey has changed.
  projects: [
    { name: 'screens', testMatch: SCREENS },
    { name: 'layout', testMatch: LAYOUT },
    { name: 'journeys', testIgnore: [SCREENS, ...LAYOUT], grepInvert: LONG },
    { name: 'long-journeys', testIgnore: [SCREENS, ...LAYOUT], grep: LONG },
  ],
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    // Recording pictures of every action costs more than the actions; `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium !== undefined && { executablePath: chromium }),
      env: { ...process.env, FONTCONFIG_FILE: fonts },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // The whole browser has this from the fonts' settings, the headless shell only from here.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
