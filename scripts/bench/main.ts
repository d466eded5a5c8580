import { parseArgs } from 'node:util';
import { runAll, runBench } from './all.ts';
import { BENCHES } from './benches.ts';
import { SETTINGS, type BenchSettings } from './harness/bench.ts';
import { pageOf, writeRun, type Run } from './harness/results.ts';

const say = (line: string): void => {
  console.error(line);
};

/** Returns the benches and settings of the command line. Throws on an unknown one and on a value that is no whole number. */
function readArguments(): { names: readonly string[]; settings: BenchSettings } {
  const options = Object.fromEntries(SETTINGS.map((name) => [name, { type: 'string' as const }]));
  const { values, positionals: names } = parseArgs({ options, allowPositionals: true });
  const known = BENCHES.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined && names.join() !== 'all')
    throw new Error(`There is no bench "${unknown}"; there are: ${['all', ...known].join(', ')}.`);
  const settings = Object.entries(values).map(([name, value]) => {
    if (!/^\d{1,10}$/.test(String(value))) throw new Error(`"--${name}=N" takes a whole number.`);
    return [name, Number(value)];
  });
  return { names, settings: Object.fromEntries(settings) as BenchSettings };
}

async function finish(name: string, run: Run): Promise<void> {
  console.log(pageOf(run));
  await writeRun(name, run);
}

/**
 * `npm run bench` runs every bench in full, `npm run bench -- NAME [--setting=N]` some of them, `npm run bench -- all` those
 * with a goal for speed in ten minutes. Exit code 2 if there is no such bench or setting.
 */
async function main({ names, settings }: ReturnType<typeof readArguments>): Promise<void> {
  if (names[0] === 'all') return finish('all', await runAll(say, settings));
  for (const bench of BENCHES.filter(({ name }) => names.length === 0 || names.includes(name)))
    await finish(bench.name, await runBench(bench, say, settings));
}

let given;
try {
  given = readArguments();
} catch (error) {
  say(String(error));
  process.exit(2);
}
await main(given);
