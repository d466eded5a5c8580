import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'fast-csv';
import { contactsOfFile } from '#server/features/campaigns/contact-list/csv-source.ts';
import { formatNumber } from '#shared/formats.ts';
import { absolute, compare, type Bench, type BenchResult, type CompareOptions } from './bench.ts';
import { csvOf } from './data/contact-rows.ts';
import { openReadingPage, type ReadingWork } from './csv/csv-browser.ts';
import { growthDuring } from './growth.ts';
import { measured, type Sample } from './measure/sample.ts';

const SERVER_ROWS = 100_000;
const BROWSER_ROWS = 1_000_000;
const MAX_GROWTH_MB = 110;
/** Maximum gap between frames of a responsive page: a tenth of a second. */
const MAX_FRAMES = 6;

/**
 * Parsing contact lists: on the server against parsing alone, in the browser against splitting into lines (=1.00).
 * `--contacts=N` sets the rows of the long list.
 */
export const benchCsv: Bench = async (say, { contacts = BROWSER_ROWS, rounds, limit }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-csv-'));
  const write = async (rows: number): Promise<string> => {
    const path = join(folder, `${String(rows)}.csv`);
    await pipeline(Readable.from(csvOf(rows)), createWriteStream(path));
    return path;
  };
  try {
    const [small, large] = [await write(SERVER_ROWS), await write(contacts)];
    const options = { say, rounds, limit };
    const list = { path: large, rows: contacts };
    return [...(await onServer(small, list, options)), ...(await inBrowser(list, options))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** A file of contacts. */
interface List {
  path: string;
  rows: number;
}

async function onServer(small: string, large: List, options: CompareOptions): Promise<BenchResult[]> {
  const check = (path: string) => contactsOfFile(path, '').check('Hi {first_name}, it is Ana from {city}.');
  // Measured first, because the process rarely returns memory.
  const growth = await growthDuring(
    () => check(large.path),
    () => process.memoryUsage.rss(),
  );
  const contenders = [
    { name: 'fast-csv, parsing alone', portion: () => measured(SERVER_ROWS, () => parseAlone(small)) },
    { name: 'hark', goal: { atLeast: 6 }, portion: () => measured(SERVER_ROWS, () => check(small)) },
  ];
  const ratios = await compare(`server, ${formatNumber(SERVER_ROWS)} rows`, contenders, options);
  return [...ratios, ...memory(`server, ${formatNumber(large.rows)} rows`, growth)];
}

async function parseAlone(path: string): Promise<void> {
  const file = createReadStream(path, { highWaterMark: 128 * 1024 });
  await pipeline(file, parse({ headers: false }), async (records) => {
    for await (const _ of records as AsyncIterable<unknown>);
  });
}

async function inBrowser({ path, rows }: List, options: CompareOptions): Promise<BenchResult[]> {
  const page = await openReadingPage(path);
  const bench = `browser worker, ${formatNumber(rows)} rows`;
  // The page itself measures how long its worker takes.
  const portion = (kind: ReadingWork) => async (): Promise<Sample> => {
    let seconds = Number.NaN;
    const sample = await measured(rows, async () => {
      ({ seconds } = await page.work(kind));
    });
    return { ...sample, seconds };
  };
  try {
    let frames = 0;
    const growth = await growthDuring(
      async () => {
        frames = (await page.work('read')).longestGap * 60;
      },
      () => page.rss(),
    );
    const contenders = [
      { name: 'split into lines', portion: portion('split') },
      { name: 'hark', goal: { atLeast: 0.5 }, portion: portion('read') },
    ];
    const ratios = await compare(bench, contenders, options);
    const gap = absolute(bench, 'longest gap, frames of 1/60 s', frames, { goal: { atMost: MAX_FRAMES } });
    return [...ratios, ...memory(bench, growth), gap];
  } finally {
    await page.close();
  }
}

function memory(bench: string, growth: number): BenchResult[] {
  if (Number.isNaN(growth)) return [];
  return [absolute(bench, 'growth of memory, MB', growth, { goal: { atMost: MAX_GROWTH_MB } })];
}
