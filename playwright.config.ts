import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { freePort } from './server/testing/free-port.ts';
import { findChromium } from './scripts/lib/chromium.mjs';

// This file is read by every worker as well; they all mean the same system.
const port = (process.env.HARK_E2E_PORT ??= String(await freePort()));
const dataDir = (process.env.HARK_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'hark-e2e-')));
const chromium = findChromium();
const fonts = fileURLToPath(new URL('client/e2e/support/fonts.conf', import.meta.url));
/** `npm test` counts the tests from this file. */
const report = process.env.HARK_TEST_REPORT;
const origin = `http://127.0.0.1:${port}`;

/** Journeys in a real Chromium through the built system, with all its local stand-ins, on an empty data folder. */
export default defineConfig({
  testDir: 'client/e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: false,
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  // The screens come first: other journeys add to what the demo account shows.
  projects: [
    { name: 'screens', testMatch: 'screens.spec.ts' },
    { name: 'journeys', testIgnore: 'screens.spec.ts' },
  ],
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  use: {
    baseURL: origin,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium !== undefined && { executablePath: chromium }),
      env: { ...process.env, FONTCONFIG_FILE: fonts },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node --enable-source-maps dist/server/main.js',
    // It says so once the demo account is complete.
    wait: { stdout: /Hark is listening/ },
    env: { PORT: port, DATA_DIR: dataDir, HARK_SEED_DEMO: '1', LOG_LEVEL: 'warn' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: 120_000,
  },
});
