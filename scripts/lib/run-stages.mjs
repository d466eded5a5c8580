import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { Failure } from './project.mjs';
import { STAGES } from './stages.mjs';
import { testEnvironment } from './test-environment.mjs';

/** @import { Stage, Tally } from './stages.mjs' */

/**
 * Runs the named stages, all where none is named, one after the other, and goes on after one that failed.
 * @param {readonly string[]} names
 * @returns {Promise<Tally>} the tests of all stages together
 */
export async function runStages(names) {
  const unknown = names.find((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown !== undefined) {
    throw new Failure(
      `There is no stage ${unknown}; there are ${STAGES.map(({ name }) => name).join(', ')}.`,
    );
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failed = new Set();
  for (const stage of STAGES) {
    if (names.length > 0 && !names.includes(stage.name)) continue;
    console.log(`\n== ${stage.name}`);
    const began = performance.now();
    const tally = failed.has(stage.needs) ? notRun(stage) : await runStage(stage);
    if (tally.failed > 0) failed.add(stage.name);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `== ${stage.name}: ${String(tally.passed)} passed, ${String(tally.failed)} failed in ${seconds} s`,
    );
  }
  console.log('');
  return total;
}

/**
 * @param {Stage} stage
 * @returns {Promise<Tally>}
 */
async function runStage({ command: [tool = '', ...args], tally }) {
  const folder = await mkdtemp(join(tmpdir(), 'hark-report-'));
  const report = join(folder, 'report.json');
  try {
    const program = tool === 'node' ? process.execPath : join('node_modules', '.bin', tool);
    const env = { ...testEnvironment(), HARK_TEST_REPORT: report, HARK_E2E_DATA: join(folder, 'data') };
    const { code } = await run(program, args, { env });
    if (tally === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
    const counted = tally(JSON.parse(readFileSync(report, 'utf8')));
    // Besides a test, something around the tests can fail.
    return counted.failed === 0 && code !== 0 ? { ...counted, failed: 1 } : counted;
  } catch (error) {
    console.error(`${tool} left no report: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Stage} stage
 * @returns {Tally}
 */
function notRun({ needs }) {
  console.log(`Not run, because ${needs ?? ''} failed.`);
  return { passed: 0, failed: 1, skipped: 0 };
}
