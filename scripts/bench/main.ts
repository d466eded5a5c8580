import { runAll, startMinutes } from './all.ts';
import { BENCHES } from './benches.ts';
import { describeMachine, machineLine } from './measure/machine.ts';
import { pageOf, tableOf, writeRun } from './results.ts';
import { readSettings } from './settings.ts';

const say = (line: string): void => {
  console.error(line);
};

/**
 * `npm run bench` runs every bench in full, `npm run bench -- NAME [--setting=N]` some of them, `npm run bench -- all` those
 * with a goal for speed in a quarter of an hour.
 */
async function main(): Promise<number> {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('--'));
  const settings = readSettings(args.filter((arg) => arg.startsWith('--')));
  if (typeof settings === 'string') {
    console.error(settings);
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
    console.error(`There is no bench "${unknown}"; there are: ${known}.`);
    return 2;
  }
  for (const { name, run } of BENCHES) {
    if (names.length > 0 && !names.includes(name)) continue;
    const [takenAt, minutes] = [new Date(), startMinutes()];
    const results = await run(say, settings);
    const machine = describeMachine();
    console.log([...tableOf(results), machineLine(machine)].join('\n'));
    await writeRun(name, { machine, takenAt, minutes: minutes(), results, leftOut: [] });
  }
  return 0;
}

process.exitCode = await main();
