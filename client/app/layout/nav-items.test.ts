import { expect, test } from 'vitest';
import { isActivePath } from './nav-items.ts';

test.each([
  ['/analytics', '/analytics', true],
  ['/analytics', '/analytics/details/Spring', true],
  ['/help', '/help/', true],
  ['/analytics', '/analytics-export', false],
  ['/help/credits', '/help', false],
])('an entry at %s, seen from %s, is lit: %s', (href, pathname, lit) => {
  expect(isActivePath(href, pathname)).toBe(lit);
});
