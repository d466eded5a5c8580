import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../lib/chromium.mjs';

/** A Chromium that both Playwright and Lighthouse can drive. */
export interface BenchBrowser {
  /** Origin of the pages. */
  origin: string;
  /** Remote debugging port for Lighthouse. */
  port: number;
  /** Runs `work` in a new page with an empty cache. */
  inFreshPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result>;
  /** Clears the browser's cache. */
  clearCache(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a Chromium with an empty profile. */
export async function openBenchBrowser(origin: string, port: number): Promise<BenchBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'hark-bench-client-'));
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${String(port)}`],
    baseURL: origin,
  });
  const inPage = async <Result>(work: (page: Page) => Promise<Result>): Promise<Result> => {
    const page = await context.newPage();
    try {
      return await work(page);
    } finally {
      await page.close();
    }
  };
  const clearCache = async (page: Page): Promise<void> => {
    const session = await context.newCDPSession(page);
    await session.send('Network.clearBrowserCache');
  };
  return {
    origin,
    port,
    inFreshPage: (work) =>
      inPage(async (page) => {
        await clearCache(page);
        return work(page);
      }),
    clearCache: () => inPage(clearCache),
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
