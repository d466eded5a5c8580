import { expect, test } from 'vitest';
import { auditVerdict } from './audit-verdict.mjs';

const report = (counts: Record<string, number>) => JSON.stringify({ metadata: { vulnerabilities: counts } });

test.each([
  [report({ low: 0, high: 0, total: 0 }), true, 'Known vulnerabilities: none.'],
  [report({ low: 2, moderate: 1, high: 0, total: 3 }), true, 'Known vulnerabilities: 2 low, 1 moderate.'],
  [report({ high: 1, critical: 2, total: 3 }), false, 'Known vulnerabilities: 1 high, 2 critical.'],
  ['{"message":"405 Method Not Allowed","error":{}}', true, 'No audit: this registry does not offer one.'],
  ['', true, 'No audit: this registry does not offer one.'],
])('%s', (json, ok, text) => {
  expect(auditVerdict(json)).toEqual({ ok, text });
});
