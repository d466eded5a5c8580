import { test as base } from '@playwright/test';
import { seededDataFolder } from './prepare.ts';
import { startHarkProcess, type HarkProcess } from './hark-process.ts';

export { expect } from '@playwright/test';

/** Server group of a project: the screenshots need a demo account that no other test has changed. */
export interface ServerOptions {
  server: 'screens' | 'journeys';
}

/** Playwright's `test` with one server per worker: `hark`, the base of every relative URL. */
export const test = base.extend<object, ServerOptions & { hark: HarkProcess }>({
  server: ['journeys', { scope: 'worker', option: true }],
  hark: [
    // Playwright reads the names of the fixtures that this one needs from the pattern.
    async ({}, use) => {
      const hark = await startHarkProcess(seededDataFolder());
      await use(hark);
      await hark.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ hark }, use) => {
    await use(hark.url);
  },
});
