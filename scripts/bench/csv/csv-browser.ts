import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { build } from 'esbuild';
import { findChromium } from '../../lib/chromium.mjs';

/** Work of the page's web worker: split the file into lines, or parse it like the wizard. */
export type ReadingWork = 'split' | 'read';

/** In seconds: duration of the work, and the longest gap between two frames of the page meanwhile. */
export interface ReadingResult {
  seconds: number;
  longestGap: number;
}

export interface ReadingPage {
  /** Runs the work in a new worker. */
  work(kind: ReadingWork): Promise<ReadingResult>;
  /** Resident set size of the page's process including its workers, in bytes; NaN where there is no `/proc`. */
  rss(): number;
  close(): Promise<void>;
}

const ORIGIN = 'http://bench.localhost';
const PAGE =
  '<!doctype html><title>Reading</title><input type="file"><script src="/csv-page-child.js" type="module"></script>';

/** Opens a page in Chromium with access to a contact file. */
export async function openReadingPage(path: string): Promise<ReadingPage> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage();
  await page.route(`${ORIGIN}/**`, async (route) => {
    const [, script] = /\/([\w-]+)\.js$/.exec(route.request().url()) ?? [];
    if (script === undefined) await route.fulfill({ contentType: 'text/html', body: PAGE });
    else await route.fulfill({ contentType: 'text/javascript', body: await bundled(`${script}.ts`) });
  });
  await page.goto(ORIGIN);
  await page.setInputFiles('input', path);
  const pid = await rendererPid(browser);
  return {
    work: (kind) => page.evaluate(`work('${kind}')`),
    rss: () => residentBytes(pid),
    close: () => browser.close(),
  };
}

async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
  });
  return outputFiles[0]?.text ?? '';
}

async function rendererPid(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  // Chromium may keep a spare renderer for the next page; ours has used CPU time.
  return renderers.toSorted((a, b) => b.cpuTime - a.cpuTime)[0]?.id ?? 0;
}

function residentBytes(pid: number): number {
  const file = `/proc/${String(pid)}/status`;
  if (!existsSync(file)) return Number.NaN;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1_024;
}
