import { expect, test } from 'vitest';
import { auditVerdict } from './audit-verdict.mjs';

const SHIPPED = new Set(['node_modules/a', 'node_modules/b']);
/** A report of one vulnerability a pair of severity and package. */
const report = (...found: [severity: string, name: string][]) =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      found.map(([severity, name], n) => [String(n), { severity, nodes: [`node_modules/${name}`] }]),
    ),
  });

test.each([
  [report(), true, 'Known vulnerabilities: none.'],
  [report(['low', 'a'], ['moderate', 'b'], ['low', 'b']), true, 'Known vulnerabilities: 2 low, 1 moderate.'],
  [report(['critical', 'a'], ['high', 'b']), false, 'Known vulnerabilities: 1 high, 1 critical.'],
  [report(['critical', 'bundler']), true, 'Known vulnerabilities: none.'],
  ['{"message":"405 Method Not Allowed","error":{}}', true, 'No audit: this registry does not offer one.'],
  ['', true, 'No audit: this registry does not offer one.'],
])('%s', (json, ok, text) => {
  expect(auditVerdict(json, SHIPPED)).toEqual({ ok, text });
});
