import type { Bench } from './bench.ts';
import { benchAnalytics } from './analytics.ts';
import { benchClient } from './client.ts';
import { benchCrash } from './crash.ts';
import { benchCreate } from './create.ts';
import { benchCsv } from './csv.ts';
import { benchDrops } from './drops.ts';
import { benchHttp } from './http.ts';
import { benchJobs } from './jobs.ts';
import { benchLedger } from './ledger.ts';
import { benchProcesses } from './processes.ts';
import { tableOf, writeResults } from './results.ts';
import { readSettings } from './settings.ts';

/** All benches by name. `npm run bench` runs all, `npm run bench -- NAME [--setting=N]` one. */
const BENCHES: Readonly<Record<string, Bench>> = {
  ledger: benchLedger,
  create: benchCreate,
  csv: benchCsv,
  client: benchClient,
  analytics: benchAnalytics,
  drops: benchDrops,
  http: benchHttp,
  jobs: benchJobs,
  processes: benchProcesses,
  crash: benchCrash,
};

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('--'));
  const settings = readSettings(args.filter((arg) => arg.startsWith('--')));
  if (typeof settings === 'string') {
    console.error(settings);
    return 2;
  }
  const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown !== undefined) {
    console.error(`There is no bench "${unknown}"; there are: ${Object.keys(BENCHES).join(', ')}.`);
    return 2;
  }
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const results = await bench((line) => {
      console.error(line);
    }, settings);
    console.log(tableOf(results).join('\n'));
    await writeResults(name, results);
  }
  return 0;
}

process.exitCode = await main();
