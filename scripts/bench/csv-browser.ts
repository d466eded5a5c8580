import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { build } from 'esbuild';
import { findChromium } from '../lib/chromium.mjs';

/** What the worker of the page can do with the file: split it into lines, or read it as the wizard does. */
export type ReadingWork = 'split' | 'read';

export interface ReadingPage {
  /** Lets a new worker do some work; answers what it took, and the longest time between two frames of the page (s). */
  work(kind: ReadingWork): Promise<{ seconds: number; longestGap: number }>;
  /** The resident bytes of the page's process, its workers included. */
  rss(): number;
  close(): Promise<void>;
}

const ORIGIN = 'http://bench.localhost';
const PAGE = '<!doctype html><title>Reading</title><input type="file">';

/** Opens a page in Chromium that has a contact file at hand. */
export async function openReadingPage(path: string): Promise<ReadingPage> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage();
  const worker = await bundledWorker();
  await page.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: worker })
      : route.fulfill({ contentType: 'text/html', body: PAGE }),
  );
  await page.goto(ORIGIN);
  await page.setInputFiles('input', path);
  const pid = await rendererPid(browser);
  return {
    work: (kind) => page.evaluate(workInPage, kind),
    rss: () => residentBytes(pid),
    close: () => browser.close(),
  };
}

/** Runs in the page. */
async function workInPage(kind: ReadingWork): Promise<{ seconds: number; longestGap: number }> {
  const file = document.querySelector('input')?.files?.[0];
  const worker = new Worker('/worker.js', { type: 'module' });
  let longest = 0;
  let last = performance.now();
  let frame = requestAnimationFrame(function tell(now) {
    longest = Math.max(longest, now - last);
    last = now;
    frame = requestAnimationFrame(tell);
  });
  const seconds = await new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => {
      resolve(data);
    };
    worker.onerror = ({ message }) => {
      reject(new Error(message));
    };
    worker.postMessage({ kind, file });
  });
  cancelAnimationFrame(frame);
  worker.terminate();
  return { seconds, longestGap: longest / 1_000 };
}

async function bundledWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('csv-browser-child.ts', import.meta.url))],
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
  // A spare renderer may wait for the next page; the page's own has worked.
  return renderers.toSorted((a, b) => b.cpuTime - a.cpuTime)[0]?.id ?? 0;
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024;
}
