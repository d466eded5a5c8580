import { expect, test } from 'vitest';
import { areaPath, linePath } from './line-path.ts';

const POINTS = [
  { x: 0, y: 5 },
  { x: 10, y: 2.5 },
];

test('a line goes through its points, and its area down to the bottom', () => {
  expect(linePath(POINTS)).toBe('M0,5L10,2.5');
  expect(areaPath(POINTS, 20)).toBe('M0,5L10,2.5L10,20L0,20Z');
});

test('no points are no line', () => {
  expect([linePath([]), areaPath([], 20)]).toEqual(['', '']);
});
