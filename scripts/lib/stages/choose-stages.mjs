import { Failure } from '../project.mjs';
import { CHECKS, STAGES } from './stages.mjs';
import { ofVitest } from './test-reports.mjs';

/** @import { Stage } from './stages.mjs' */

/**
 * Selects the stages for the arguments of `npm test`: none, all but the long stages; `all`,
 * every stage; `check` or stage names, those; `--changed`,
 * the tests affected by uncommitted changes; paths, the tests below them.
 * @param {readonly string[]} args
 * @returns {readonly Stage[]}
 */
export function chooseStages(args) {
  if (args.length === 0) return STAGES.filter(({ long = false }) => !long);
  if (args.length === 1 && args[0] === 'all') return STAGES;
  const names = args.flatMap((arg) => (arg === 'check' ? CHECKS : [arg]));
  if (names.every((name) => STAGES.some((stage) => stage.name === name)))
    return STAGES.filter((stage) => names.includes(stage.name));
  if (args.includes('--changed')) return [testsOf(['--changed', '--passWithNoTests'])];
  const unknown = args.find((arg) => !arg.includes('/') && !arg.includes('.'));
  if (unknown !== undefined) {
    const known = ['all', ...STAGES.map(({ name }) => name)].join(', ');
    throw new Failure(`There is no stage ${unknown}; there are ${known}. A path or --changed runs tests.`);
  }
  const journeys = args.filter((arg) => arg.startsWith('client/e2e'));
  const tests = args.filter((arg) => !arg.startsWith('client/e2e'));
  const browser = STAGES.filter(({ name }) => name === 'browser' && journeys.length > 0);
  return [
    ...(tests.length > 0 ? [testsOf(tests)] : []),
    ...browser.map((stage) => ({ ...stage, command: ['playwright', 'test', ...journeys] })),
  ];
}

/**
 * @param {readonly string[]} filters
 * @returns {Stage}
 */
function testsOf(filters) {
  const projects = ['unit', 'integration', 'integration-long'].flatMap((name) => ['--project', name]);
  return { name: 'tests', command: ['vitest', 'run', ...projects, ...filters], readReport: ofVitest };
}
