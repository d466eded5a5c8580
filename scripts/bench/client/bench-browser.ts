import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../lib/chromium.mjs';

/** A Chromium whose pages Lighthouse can see as well as we. */
export interface BenchBrowser {
  /** Of the pages. */
  origin: string;
  /** Where Lighthouse reaches it. */
  port: number;
  /** Does something in a page that finds none of its files in the browser's cache. */
  inFreshPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result>;
  /** Empties the browser's cache. */
  forgetFiles(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a Chromium with an empty profile. */
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
  const forgetFiles = async (page: Page): Promise<void> => {
    const session = await context.newCDPSession(page);
    await session.send('Network.clearBrowserCache');
  };
  return {
    origin,
    port,
    inFreshPage: (work) =>
      inPage(async (page) => {
        await forgetFiles(page);
        return work(page);
      }),
    forgetFiles: () => inPage(forgetFiles),
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
