import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'fast-csv';
import { contactsOfFile } from '#server/campaigns/contact-list/csv-source.ts';
import { compare, type Bench, type BenchResult } from './bench.ts';
import { csvOf } from './contact-rows.ts';
import { openReadingPage } from './csv-browser.ts';
import { growthDuring } from './growth.ts';

const SERVER_ROWS = 100_000;
const BROWSER_ROWS = 1_000_000;
const MAX_GROWTH_MB = 110;
/** Maximum gap between frames of a responsive page: a tenth of a second. */
const MAX_FRAMES = 6;

/** Parsing contact lists: on the server against parsing alone, in the browser against splitting into lines (=1.00). */
export const benchCsv: Bench = async (say) => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-csv-'));
  const write = async (rows: number): Promise<string> => {
    const path = join(folder, `${String(rows)}.csv`);
    await pipeline(Readable.from(csvOf(rows)), createWriteStream(path));
    return path;
  };
  try {
    const [small, large] = [await write(SERVER_ROWS), await write(BROWSER_ROWS)];
    say('csv: on the server');
    const server = await onServer(small, large);
    say('csv: in the browser');
    return [...server, ...(await inBrowser(large))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function onServer(small: string, large: string): Promise<BenchResult[]> {
  const check = (path: string) => contactsOfFile(path, '').check('Hi {first_name}, it is Ana from {city}.');
  const rate = (work: () => Promise<unknown>) => async (): Promise<number> => {
    const begun = performance.now();
    await work();
    return SERVER_ROWS / ((performance.now() - begun) / 1_000);
  };
  // Measured first, because the process rarely returns memory.
  const growth = await growthDuring(
    () => check(large),
    () => process.memoryUsage.rss(),
  );
  const ratios = await compare('server, 100,000 rows', [
    { name: 'fast-csv, parsing alone', portion: rate(() => parseAlone(small)) },
    { name: 'hark', goal: { atLeast: 0.8 }, portion: rate(() => check(small)) },
  ]);
  return [...ratios, memory('server, 1,000,000 rows', growth)];
}

async function parseAlone(path: string): Promise<void> {
  const file = createReadStream(path, { highWaterMark: 128 * 1024 });
  await pipeline(file, parse({ headers: false }), async (records) => {
    for await (const _ of records as AsyncIterable<unknown>);
  });
}

async function inBrowser(path: string): Promise<BenchResult[]> {
  const page = await openReadingPage(path);
  const bench = 'browser worker, 1,000,000 rows';
  try {
    let frames = 0;
    const growth = await growthDuring(
      async () => {
        frames = (await page.work('read')).longestGap * 60;
      },
      () => page.rss(),
    );
    const ratios = await compare(bench, [
      { name: 'split into lines', portion: async () => BROWSER_ROWS / (await page.work('split')).seconds },
      {
        name: 'hark',
        goal: { atLeast: 0.25 },
        portion: async () => BROWSER_ROWS / (await page.work('read')).seconds,
      },
    ]);
    const gap = { contender: 'longest gap, frames of 1/60 s', ratio: frames, goal: { atMost: MAX_FRAMES } };
    return [...ratios, memory(bench, growth), { bench, ...gap }];
  } finally {
    await page.close();
  }
}

function memory(bench: string, growth: number): BenchResult {
  return { bench, contender: 'growth of memory, MB', ratio: growth, goal: { atMost: MAX_GROWTH_MB } };
}
