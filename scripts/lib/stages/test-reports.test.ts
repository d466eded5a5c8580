import { expect, test } from 'vitest';
import { ofPlaywright } from './test-reports.mjs';

test('an error outside of the tests of a browser stage is counted and named', () => {
  const passed = { title: 'signs in', file: 'sign-in.spec.ts', line: 3, ok: true };
  const report = ofPlaywright({
    config: { rootDir: '/project/client/e2e' },
    suites: [
      { specs: [passed], suites: [{ specs: [{ ...passed, title: 'signs out', line: 9, ok: false }] }] },
    ],
    errors: [{ message: '\u001b[31mError: ENOTEMPTY: directory not empty\u001b[39m' }, {}],
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
  });
  expect(report).toMatchObject({ passed: 1, failed: 3, skipped: 0 });
  expect(report.failures).toEqual([
    'sign-in.spec.ts:9 › signs out',
    'Error: ENOTEMPTY: directory not empty',
    'an error outside of the tests',
  ]);
  expect(report.again).toEqual(['/project/client/e2e/sign-in.spec.ts:9']);
});
