import { expect, test } from 'vitest';
import { isActivePath } from './sidebar-nav.tsx';

test.each([
  ['/analytics', '/analytics', true],
  ['/analytics', '/analytics/details/Spring', true],
  ['/help', '/help/', true],
  ['/analytics', '/analytics-export', false],
  ['/help/credits', '/help', false],
])('the entry %s on the page %s is active: %s', (href, pathname, active) => {
  expect(isActivePath(href, pathname)).toBe(active);
});
