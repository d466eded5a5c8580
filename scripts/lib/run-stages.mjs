import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

/** @import { Stage, TestCounts } from './stages.mjs' */

/**
 * Runs stages in order and continues after a failure. A stage with `beside` runs concurrently with the first of those
 * that is selected; its output is printed afterwards.
 * @param {readonly Stage[]} stages
 * @returns {Promise<TestCounts>} the tests of all stages together
 */
export async function runStages(stages) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Set<string | undefined>} */
  const failed = new Set();
  const count = (/** @type {Stage} */ stage, /** @type {Result} */ { counts, output, seconds }) => {
    if (counts.failed > 0) failed.add(stage.name);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    if (output !== '') console.log(`\n== ${stage.name}\n${output}`);
    const summary = `${String(counts.passed)} passed, ${String(counts.failed)} failed`;
    console.log(`== ${stage.name}: ${summary} in ${seconds} s`);
  };
  const names = stages.map(({ name }) => name);
  const hostOf = (/** @type {Stage} */ { beside = [] }) => beside.find((name) => names.includes(name));
  for (const stage of stages) {
    if (hostOf(stage) !== undefined) continue;
    const others = stages.filter((other) => hostOf(other) === stage.name);
    console.log(`\n== ${[stage, ...others].map(({ name }) => name).join(' and ')}`);
    const besides = others.map(async (other) => /** @type {const} */ ([other, await runStage(other, true)]));
    count(stage, await (failed.has(stage.needs) ? notRun(stage) : runStage(stage, false)));
    for (const [other, result] of await Promise.all(besides)) count(other, result);
  }
  console.log('');
  return total;
}

/** @typedef {{ counts: TestCounts, output: string, seconds: string }} Result */

/**
 * @param {Stage} stage
 * @param {boolean} quiet whether to return the output instead of printing it
 * @returns {Promise<Result>}
 */
async function runStage({ command: [tool = '', ...args], countTests }, quiet) {
  const began = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'hark-report-'));
  const report = join(folder, 'report.json');
  const program = tool === 'node' ? process.execPath : join('node_modules', '.bin', tool);
  const env = { ...testEnvironment(), HARK_TEST_REPORT: report };
  try {
    const { code, output } = await run(program, args, { env, quiet });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (countTests === undefined) {
      const passed = code === 0 ? 1 : 0;
      return { counts: { passed, failed: 1 - passed, skipped: 0 }, output, seconds };
    }
    const counted = countTests(JSON.parse(readFileSync(report, 'utf8')));
    // Errors outside of tests count as well.
    const failed = counted.failed === 0 && code !== 0 ? 1 : counted.failed;
    return { counts: { ...counted, failed }, output, seconds };
  } catch (error) {
    console.error(`${tool} left no report: ${String(error)}`);
    return { counts: { passed: 0, failed: 1, skipped: 0 }, output: '', seconds: '0' };
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
  return { counts: { passed: 0, failed: 1, skipped: 0 }, output: '', seconds: '0' };
}
