import { createReadStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'fast-csv';
import { readContactFile } from '#client/domain/import-file/read-contact-file.ts';
import { formatNumber } from '#shared/formats.ts';
import { contactsOfFile } from '#server/features/campaigns/contact-list/csv-source.ts';
import { writeList } from './data/contact-rows.ts';
import { withFolder } from './data/systems.ts';
import type { Bench } from './harness/bench.ts';
import { growthDuring } from './harness/memory.ts';
import { measured } from './harness/sample.ts';

const SERVER_ROWS = 100_000;
const BROWSER_ROWS = 1_000_000;
const BLOCK_BYTES = 1024 * 1024;
const GROWTH_MB = { atMost: 110 };
const MESSAGE = 'Hi {first_name}, it is Ana from {city}.';

/**
 * Parsing contact lists: as the server does against parsing alone, as the browser's worker does against splitting into lines
 * (=1.00), both in this process. `--contacts=N` sets the rows of the long list.
 */
export const benchCsv: Bench = ({ compare, absolute, settings: { contacts: rows = BROWSER_ROWS } }) =>
  withFolder(async (folder) => {
    const [small, large] = [join(folder, 'small.csv'), join(folder, 'large.csv')];
    await writeList(small, SERVER_ROWS);
    await writeList(large, rows);
    const file = await openAsBlob(large);
    const onServer = (path: string) => contactsOfFile(path, '').check(MESSAGE);
    const inBrowser = () => readInBrowser(file, rows);
    // Measured first, because the process rarely returns memory.
    const growth = {
      server: await growthDuring(() => onServer(large)),
      'browser worker': await growthDuring(inBrowser),
    };
    const portion = (count: number, work: () => Promise<unknown>) => () => measured(count, work);
    await compare(`server, ${formatNumber(SERVER_ROWS)} rows`, [
      { name: 'fast-csv, parsing alone', portion: portion(SERVER_ROWS, () => parseAlone(small)) },
      { name: 'hark', goal: { atLeast: 6 }, portion: portion(SERVER_ROWS, () => onServer(small)) },
    ]);
    await compare(`browser worker, ${formatNumber(rows)} rows`, [
      { name: 'split into lines', portion: portion(rows, () => splitIntoLines(file)) },
      { name: 'hark', goal: { atLeast: 0.5 }, portion: portion(rows, inBrowser) },
    ]);
    for (const [name, megabytes] of Object.entries(growth))
      absolute(`${name}, ${formatNumber(rows)} rows`, 'growth of memory, MB', megabytes, GROWTH_MB);
  });

async function parseAlone(path: string): Promise<void> {
  const file = createReadStream(path, { highWaterMark: 128 * 1024 });
  await pipeline(file, parse({ headers: false }), async (records) => {
    for await (const _ of records as AsyncIterable<unknown>);
  });
}

async function readInBrowser(file: Blob, rows: number): Promise<void> {
  const { outcome } = await readContactFile(file, () => undefined);
  if (outcome.kind !== 'ready' || outcome.summary.contacts < rows) throw new Error('Contacts are missing');
}

async function splitIntoLines(file: Blob): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let at = 0; at < file.size; at += BLOCK_BYTES) {
    const bytes = await file.slice(at, at + BLOCK_BYTES).arrayBuffer();
    rest = (rest + decoder.decode(bytes, { stream: true })).split('\n').pop() ?? '';
  }
}
