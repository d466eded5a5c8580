import { test as base, type Browser } from '@playwright/test';
import { seededDataFolder } from './prepare.ts';
import { startHarkProcess, type HarkProcess } from './hark-process.ts';

export { expect } from '@playwright/test';

/** Playwright's `test` with one server per worker: `hark`, the base of every relative URL. */
export const test = base.extend<object, { hark: HarkProcess }>({
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
  page: async ({ page, browser }, use) => {
    await use(page);
    await endRoutes(browser);
  },
});

/** Ends the routes of all pages: a request that one still fetches would be an error outside of any test. */
export async function endRoutes(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages()))
    await page.unrouteAll({ behavior: 'ignoreErrors' });
}
