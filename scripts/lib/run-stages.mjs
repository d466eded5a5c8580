import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

/** @import { Stage, Tally } from './stages.mjs' */

/**
 * Runs stages in their order and goes on after one that failed. A stage with `beside` runs at the same time as that one,
 * where that one runs too; its output comes after it.
 * @param {readonly Stage[]} stages
 * @returns {Promise<Tally>} the tests of all stages together
 */
export async function runStages(stages) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Set<string | undefined>} */
  const failed = new Set();
  const count = (/** @type {Stage} */ stage, /** @type {Result} */ { tally, output, seconds }) => {
    if (tally.failed > 0) failed.add(stage.name);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
    if (output !== '') console.log(`\n== ${stage.name}\n${output}`);
    const counts = `${String(tally.passed)} passed, ${String(tally.failed)} failed`;
    console.log(`== ${stage.name}: ${counts} in ${seconds} s`);
  };
  const names = stages.map(({ name }) => name);
  const isBeside = (/** @type {Stage} */ { beside }) => beside !== undefined && names.includes(beside);
  for (const stage of stages) {
    if (isBeside(stage)) continue;
    const others = stages.filter((other) => isBeside(other) && other.beside === stage.name);
    console.log(`\n== ${[stage, ...others].map(({ name }) => name).join(' and ')}`);
    const besides = others.map(async (other) => /** @type {const} */ ([other, await runStage(other, true)]));
    count(stage, await (failed.has(stage.needs) ? notRun(stage) : runStage(stage, false)));
    for (const [other, result] of await Promise.all(besides)) count(other, result);
  }
  console.log('');
  return total;
}

/** @typedef {{ tally: Tally, output: string, seconds: string }} Result */

/**
 * @param {Stage} stage
 * @param {boolean} quiet whether to return the output instead of printing it
 * @returns {Promise<Result>}
 */
async function runStage({ command: [tool = '', ...args], tally }, quiet) {
  const began = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'hark-report-'));
  const report = join(folder, 'report.json');
  const program = tool === 'node' ? process.execPath : join('node_modules', '.bin', tool);
  const env = { ...testEnvironment(), HARK_TEST_REPORT: report };
  try {
    const { code, output } = await run(program, args, { env, quiet });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (tally === undefined) {
      const passed = code === 0 ? 1 : 0;
      return { tally: { passed, failed: 1 - passed, skipped: 0 }, output, seconds };
    }
    const counted = tally(JSON.parse(readFileSync(report, 'utf8')));
    // Besides a test, something around the tests can fail.
    const failed = counted.failed === 0 && code !== 0 ? 1 : counted.failed;
    return { tally: { ...counted, failed }, output, seconds };
  } catch (error) {
    console.error(`${tool} left no report: ${String(error)}`);
    return { tally: { passed: 0, failed: 1, skipped: 0 }, output: '', seconds: '0' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Stage} stage
 * @returns {Result}
 */
function notRun({ needs }) {
  console.log(`Not run, because ${needs ?? ''} failed.`);
  return { tally: { passed: 0, failed: 1, skipped: 0 }, output: '', seconds: '0' };
}
