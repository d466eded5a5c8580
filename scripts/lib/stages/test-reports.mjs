import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * What a stage's JSON report says: the counts, the names of the tests that failed, and the arguments with which the
 * same tool runs only their files again.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], again: string[] }} TestReport
 */

/**
 * @typedef {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} VitestFile
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: VitestFile[] }} report
 * @returns {TestReport}
 */
export function ofVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const files = testResults
    .filter(({ status }) => status === 'failed')
    .map((file) => ({ ...file, name: relative('.', file.name) }));
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: files.flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file can also fail outside of its tests.
      return failed.length === 0 ? [name] : failed.map(({ fullName }) => `${name} › ${fullName}`);
    }),
    again: files.map(({ name }) => name),
  };
}

/**
 * @typedef {{ title: string, file: string, line: number, ok: boolean }} PlaywrightTest
 * @typedef {{ specs?: PlaywrightTest[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * @param {{ config: { rootDir: string }, suites: PlaywrightSuite[], errors: { message?: string }[],
 *   stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {TestReport}
 */
export function ofPlaywright({ config, suites, errors, stats }) {
  const failed = suites.flatMap(testsOf).filter(({ ok }) => !ok);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...failed.map(({ file, line, title }) => `${file}:${String(line)} › ${title}`),
      // Outside of tests: the start or the end of a worker and its server.
      ...errors.map(({ message = 'an error outside of the tests' }) => stripVTControlCharacters(message)),
    ],
    again: [...new Set(failed.map(({ file, line }) => `${config.rootDir}/${file}:${String(line)}`))],
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightTest[]}
 */
function testsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(testsOf)];
}
