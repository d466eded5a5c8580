import { chromium, type Page } from '@playwright/test';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { findChromium } from '../../lib/chromium.mjs';
import { withFolder } from '../data/systems.ts';

/** A Chromium that both Playwright and Lighthouse can drive. */
export interface BenchBrowser {
  /** Origin of the pages. */
  origin: string;
  /** Remote debugging port for Lighthouse. */
  port: number;
  /** Runs `work` in a new page with an empty cache. */
  inFreshPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result>;
}

/** Runs `work` with a Chromium with an empty profile, for the pages at `origin`. */
export function withBrowser<Result>(
  origin: string,
  work: (browser: BenchBrowser) => Promise<Result>,
): Promise<Result> {
  return withFolder(async (profile) => {
    const port = await freePort();
    const executablePath = findChromium();
    const context = await chromium.launchPersistentContext(profile, {
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${String(port)}`],
      baseURL: origin,
    });
    const inFreshPage: BenchBrowser['inFreshPage'] = async (inPage) => {
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.clearBrowserCache');
      try {
        return await inPage(page);
      } finally {
        await page.close();
      }
    };
    try {
      return await work({ origin, port, inFreshPage });
    } finally {
      await context.close();
    }
  });
}

/** Signs in through the form, so that the browser stores the same state as for a real user. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/auth/signin');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('/dashboard');
}
