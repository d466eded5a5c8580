import { describe, expect, it, test } from 'vitest';
import { chartLayout, tickLabel } from './chart-layout.ts';
import { dayLabel, weekdayLabel } from './chart-format.ts';

const DAYS = ['2026-11-14', '2026-11-15', '2026-11-16'];

describe('chartLayout', () => {
  it('starts at 0 on the bottom line and includes the highest value', () => {
    const layout = chartLayout(DAYS, 600, 264);
    expect(layout.y(0)).toBe(layout.bottom);
    expect(layout.y(264)).toBeGreaterThan(0);
    expect(layout.ticks).toEqual([0, 100, 200, 300]);
  });

  it.each([0, 1, 2, 3])('has integer ticks for a maximum of %i', (max) => {
    expect(chartLayout(DAYS, 600, max).ticks).toEqual([0, 1, 2, 3]);
  });

  it('keeps every day inside the chart and in order', () => {
    const layout = chartLayout(DAYS, 320, 10);
    const centers = DAYS.map(layout.center);
    expect(centers).toEqual([...centers].sort((a, b) => a - b));
    expect(Math.min(...centers) - layout.barWidth / 2).toBeGreaterThanOrEqual(layout.left);
    expect(Math.max(...centers) + layout.barWidth / 2).toBeLessThanOrEqual(layout.right);
  });
});

test.each([
  [0, '0'],
  [7_500, '7,500'],
  [10_000, '10K'],
  [12_500, '12.5K'],
  [1_250_000, '1.25M'],
])('the tick label of %i is %s', (value, label) => {
  expect(tickLabel(value)).toBe(label);
});

describe('day labels', () => {
  it('are formatted in UTC', () => {
    expect(weekdayLabel('2026-11-20')).toBe('Fri');
    expect(dayLabel('2026-11-20')).toBe('Friday, Nov 20');
  });
});
