import { expect, test } from 'vitest';
import { endOfNode } from './node-releases.ts';

test.each([
  ['20.20.0', '2026-04-30T12:00:00Z', undefined],
  ['20.20.0', '2026-05-01T12:00:00Z', '2026-04-30'],
  ['22.23.1', '2026-11-29T12:00:00Z', undefined],
  ['24.21.0', '2028-05-01T12:00:00Z', '2028-04-30'],
  ['99.0.0', '2028-05-01T12:00:00Z', undefined],
])('Node %s on %s has ended on %s', (version, now, end) => {
  expect(endOfNode(version, new Date(now))).toBe(end);
});
