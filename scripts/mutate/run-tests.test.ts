import { describe, expect, it } from 'vitest';
import { failureOf } from './run-tests.ts';

const passed = { fullName: 'credits are kept', status: 'passed' };
const failed = { fullName: 'credits are charged once', status: 'failed' };

function end(testResults: object[]) {
  return { code: 1, timedOut: false, report: JSON.stringify({ testResults }) };
}

describe('failureOf a Vitest run', () => {
  it('returns undefined if all tests passed', () => {
    expect(failureOf('/copy', { ...end([]), code: 0 })).toBeUndefined();
  });

  it('returns the first failing test with its file', () => {
    const quiet = { name: '/copy/server/a.test.ts', status: 'passed', assertionResults: [passed] };
    const loud = { name: '/copy/server/b.test.ts', status: 'failed', assertionResults: [passed, failed] };
    expect(failureOf('/copy', end([quiet, loud]))).toBe('server/b.test.ts › credits are charged once');
  });

  it('returns the file that failed to load with the first line of the error', () => {
    const broken = { name: '/copy/b.test.ts', status: 'failed', message: 'no such export\n  at b:1' };
    expect(failureOf('/copy', end([{ ...broken, assertionResults: [] }]))).toBe(
      'b.test.ts (its set-up failed: no such export)',
    );
  });

  it('reports a crash, a timeout or an error outside of tests', () => {
    expect(failureOf('/copy', { code: null, timedOut: true, report: undefined })).toContain('time limit');
    expect(failureOf('/copy', { code: 134, timedOut: false, report: undefined })).toContain(
      'a crash of the run (exit code 134',
    );
    const green = { name: '/copy/a.test.ts', status: 'passed', assertionResults: [passed] };
    expect(failureOf('/copy', end([green]))).toContain('an error outside the tests');
  });
});
