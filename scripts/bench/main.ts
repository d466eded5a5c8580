import { runAll, runBench } from './all.ts';
import { BENCHES } from './benches.ts';
import { pageOf, tableOf, writeRun } from './harness/results.ts';
import { readSettings } from './harness/settings.ts';

const say = (line: string): void => {
  console.error(line);
};

/**
 * `npm run bench` runs every bench in full, `npm run bench -- NAME [--setting=N]` some of them, `npm run bench -- all` those
 * with a goal for speed in ten minutes.
 */
async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('--'));
  const settings = readSettings(args.filter((arg) => arg.startsWith('--')));
  if (typeof settings === 'string') {
    say(settings);
    return 2;
  }
  if (names.length === 1 && names[0] === 'all') {
    const run = await runAll(say, settings);
    console.log(pageOf(run));
    await writeRun('all', run);
    return 0;
  }
  const unknown = names.find((name) => BENCHES.every((bench) => bench.name !== name));
  if (unknown !== undefined) {
    const known = ['all', ...BENCHES.map(({ name }) => name)].join(', ');
    say(`There is no bench "${unknown}"; there are: ${known}.`);
    return 2;
  }
  for (const bench of BENCHES.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const run = await runBench(bench, say, settings);
    console.log([...tableOf(run.results), run.machine].join('\n'));
    await writeRun(bench.name, run);
  }
  return 0;
}

process.exitCode = await main();
