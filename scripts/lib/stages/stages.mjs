import { ofPlaywright, ofVitest } from './test-reports.mjs';

/** @import { TestReport } from './test-reports.mjs' */

/**
 * A stage runs one tool. Without `readReport` it counts as one test, passed if the tool exits with 0; with it, the
 * tool writes a JSON report to the file named by HARK_TEST_REPORT, and `readReport` reads it.
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[]} command a tool of node_modules, or node, and its arguments
 * @property {(report: any) => TestReport} [readReport]
 * @property {string} [needs] the stage that must have passed before
 * @property {boolean} [long] only runs with `npm test -- all`, or by its name
 * @property {boolean} [onImageNode] in continuous integration it runs on the Node of the image, not on that of the machine
 * @property {string[]} [beside] this stage runs at the same time as the first of these that is selected
 */

/** A tool skips the files that it has already passed. */
const CACHED = ['--cache', '--cache-strategy', 'content'];

/**
 * @param {string} project
 * @param {Partial<Stage>} [more]
 * @returns {Stage}
 */
function vitest(project, more) {
  return { name: project, command: ['vitest', 'run', '--project', project], readReport: ofVitest, ...more };
}

/**
 * @param {string} name
 * @param {string[]} projects
 * @param {Partial<Stage>} [more]
 * @returns {Stage}
 */
function playwright(name, projects, more) {
  const command = ['playwright', 'test', ...projects.map((project) => `--project=${project}`)];
  return { name, command, readReport: ofPlaywright, needs: 'build', onImageNode: true, ...more };
}

/** The stages of `npm test -- all`, fast ones first. @type {readonly Stage[]} */
export const STAGES = [
  {
    name: 'types',
    // TypeScript 7; `typescript` is version 6, whose API knip and dependency-cruiser use.
    command: ['node', 'node_modules/@typescript/native/bin/tsc', '-p', '.', '--checkers', '2'],
  },
  {
    name: 'format',
    command: ['prettier', '--check', '--log-level=warn', ...CACHED, '.'],
    beside: ['types'],
  },
  {
    name: 'imports',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'server', 'shared', 'client', 'scripts'],
    beside: ['types'],
  },
  { name: 'unused', command: ['knip', '--no-progress'], beside: ['types'] },
  { name: 'links', command: ['node', 'scripts/check-links.mjs'], beside: ['types'] },
  {
    name: 'lint',
    command: ['oxlint', '--config', 'oxlint.config.mjs'],
    beside: ['integration', 'types'],
  },
  { name: 'build', command: ['node', 'scripts/build.mjs'] },
  vitest('unit'),
  // A zone with a half-hour offset reveals local times read as UTC, where times are written for people.
  vitest('unit-elsewhere', { long: true }),
  vitest('integration', { needs: 'build' }),
  vitest('integration-long', { needs: 'build', long: true, onImageNode: true }),
  playwright('browser', ['journeys']),
  playwright('browser-long', ['screens', 'layout', 'long-journeys'], { long: true }),
];

/** What `npm run check` runs: all that needs no database and no browser. */
export const CHECKS = ['types', 'lint', 'format', 'imports', 'unused', 'links', 'unit'];
