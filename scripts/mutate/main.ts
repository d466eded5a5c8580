import { formatTable } from '#server/commands/lib/table.ts';
import { applyFault, testsOf, type Fault } from './fault.ts';
import { FAULTS } from './faults/index.ts';
import { copyProject } from './project-copy.ts';
import { runTests } from './run-tests.ts';

/** Required share of detected faults. */
const GOAL = 0.9;
const CONCURRENCY = 2;

interface Outcome {
  fault: Fault;
  result: 'noticed' | 'survived' | 'outdated';
}

/**
 * `npm run mutate [-- FILTER …]`: applies each fault whose file path starts with a filter, one at a time, in a copy
 * of the project, and runs its tests. Exits with 1 if fewer than nine in ten are detected or a fault is outdated.
 */
async function main(filters: readonly string[]): Promise<number> {
  const groups = new Map<string, Fault[]>();
  for (const fault of FAULTS) {
    if (filters.length > 0 && !filters.some((filter) => fault.file.startsWith(filter))) continue;
    groups.set(testsOf(fault), [...(groups.get(testsOf(fault)) ?? []), fault]);
  }
  const queue = [...groups];
  const outcomes = (await Promise.all(Array.from({ length: CONCURRENCY }, () => work(queue)))).flat();
  report(outcomes);
  const noticed = outcomes.filter(({ result }) => result === 'noticed').length;
  const outdated = outcomes.some(({ result }) => result === 'outdated');
  return outcomes.length > 0 && noticed / outcomes.length >= GOAL && !outdated ? 0 : 1;
}

/** Worker: takes groups of faults with the same tests from the queue, in its own project copy. */
async function work(queue: [string, Fault[]][]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const copy = await copyProject();
  try {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
      const [tests, faults] = group;
      // A test that already fails would count every fault as detected.
      const unchanged = await runTests(copy.root, tests);
      if (unchanged.failure !== undefined) {
        throw new Error(`${unchanged.failure} fails on unchanged code:\n${unchanged.output}`);
      }
      for (const fault of faults) outcomes.push({ fault, result: await tryFault(copy.root, tests, fault) });
    }
  } finally {
    await copy.remove();
  }
  return outcomes;
}

async function tryFault(root: string, tests: string, fault: Fault): Promise<Outcome['result']> {
  const restore = await applyFault(root, fault);
  if (restore === undefined) return 'outdated';
  try {
    const { failure } = await runTests(root, tests);
    const change = `${fault.file}: ${fault.replace || `without ${fault.find}`}`;
    console.error(
      failure === undefined ? `survived  ${change}` : `noticed   ${change}\n          by ${failure}`,
    );
    return failure === undefined ? 'survived' : 'noticed';
  } finally {
    await restore();
  }
}

/** Prints the undetected faults and the stats by area. */
function report(outcomes: readonly Outcome[]): void {
  for (const { fault, result } of outcomes) {
    if (result === 'noticed') continue;
    console.log(`${result}: ${fault.file}\n  - ${fault.find}\n  + ${fault.replace}`);
  }
  const areas = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const folders = outcome.fault.file.split('/');
    const area = folders.slice(0, folders[0] === 'server' ? 3 : 1).join('/');
    areas.set(area, [...(areas.get(area) ?? []), outcome]);
  }
  const rows = [...areas, ['all', outcomes] as const].map(([area, of]) => {
    const noticed = of.filter(({ result }) => result === 'noticed').length;
    return [area, String(of.length), String(noticed), `${((100 * noticed) / of.length).toFixed(0)} %`];
  });
  const right = { align: 'right' } as const;
  const columns = [
    { title: 'area' },
    { title: 'planted', ...right },
    { title: 'noticed', ...right },
    { title: 'share', ...right },
  ];
  console.log(formatTable(columns, rows).join('\n'));
}

process.exitCode = await main(process.argv.slice(2));
