import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Connection } from 'mongoose';
import type { Page } from '@playwright/test';
import { serverMemory } from '#client/e2e/support/server-memory.ts';
import { formatNumber } from '#shared/formats.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { startHarkProcesses, type HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { ACCOUNT, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { absolute, type Bench, type BenchResult } from './bench.ts';
import { openBenchBrowser } from './client/bench-browser.ts';
import { csvOf } from './data/contact-rows.ts';
import { STAGES, walkToScheduled } from './list/list-journey.ts';
import { watchMachine } from './measure/machine-watch.ts';
import { readProcessorTime, seesDatabase, timeBetween, type TimeByRole } from './measure/processor-time.ts';

const CONTACTS = 1_000_000;
const SECONDS_A_MILLION = 60;
const MAX_SERVER_MB = 300;

/**
 * A contact list from the file picker of a real browser to the scheduled campaign, through the real processes: seconds of
 * each stage, memory of the web server, processor time. `--contacts=N` sets the rows of the file.
 */
export const benchList: Bench = async (say, { contacts = CONTACTS }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-list-'));
  const file = join(folder, 'contacts.csv');
  await pipeline(Readable.from(csvOf(contacts)), createWriteStream(file));
  const hark = await startHarkProcesses(await buildHark(), join(folder, 'hark'), { workers: 1 });
  const browser = await openBenchBrowser(hark.baseUrl, await freePort());
  const uri = (await readFile(join(hark.dataDir, 'mongodb.uri'), 'utf8')).trim();
  const connection = await connectDatabase(uri);
  try {
    await createTestCustomer(hark, contacts);
    say(`list: ${formatNumber(contacts)} contacts`);
    return await browser.inFreshPage((page) => measure(page, { hark, connection, file, contacts }));
  } finally {
    await connection.close();
    await browser.close();
    await hark.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

interface ListRun {
  hark: HarkProcesses;
  connection: Connection;
  file: string;
  contacts: number;
}

async function measure(page: Page, { hark, connection, file, contacts }: ListRun): Promise<BenchResult[]> {
  const bench = `${formatNumber(contacts)} contacts`;
  const memory = serverMemory(hark.webPid());
  const watch = watchMachine();
  memory?.begin();
  const before = readProcessorTime().byRole;
  const stored = () => connection.collection('contacts').estimatedDocumentCount();
  const times = await watch.round(() => walkToScheduled(page, { account: ACCOUNT, file, contacts, stored }));
  const spent = timeBetween(before, readProcessorTime().byRole);
  const tooBusy = watch.tooBusy();
  const total = STAGES.reduce((sum, stage) => sum + times[stage], 0);
  const goal = { atMost: (SECONDS_A_MILLION * contacts) / CONTACTS };
  return [
    ...STAGES.map((stage) => absolute(bench, `${stage}, s`, times[stage], { tooBusy })),
    absolute(bench, 'from the picker to Scheduled, s', total, { goal, tooBusy }),
    ...processorTimes(bench, spent),
    ...(memory === undefined
      ? []
      : [absolute(bench, "web server's peak, MB", memory.peak(), { goal: { atMost: MAX_SERVER_MB } })]),
  ];
}

function processorTimes(bench: string, spent: TimeByRole): BenchResult[] {
  if (!seesDatabase()) return [];
  return (['hark', 'database', 'browser'] as const).map((role) =>
    absolute(bench, `${role}, s of processor time`, spent[role] ?? 0),
  );
}
