import { describe, expect, it, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { chartLayout, tickLabel } from './chart-layout.ts';
import { dayAxisLabels, dayLabel, weekdayLabel } from './chart-days.ts';

const DAYS = ['2026-11-14', '2026-11-15', '2026-11-16'];

describe('chartLayout', () => {
  it('starts at 0 on the bottom line and includes the highest value', () => {
    const layout = chartLayout(DAYS, 600, { max: 264 });
    expect(layout.y(0)).toBe(layout.bottom);
    expect(layout.y(264)).toBeGreaterThan(0);
    expect(layout.ticks).toEqual([0, 100, 200, 300]);
  });

  it.each([0, 1, 2, 3])('has integer ticks for a maximum of %i', (max) => {
    expect(chartLayout(DAYS, 600, { max }).ticks).toEqual([0, 1, 2, 3]);
  });

  it('keeps every day inside the chart and in order', () => {
    const layout = chartLayout(DAYS, 320, { max: 10 });
    const centers = DAYS.map(layout.center);
    expect(centers).toEqual([...centers].sort((a, b) => a - b));
    expect(Math.min(...centers) - layout.barWidth / 2).toBeGreaterThanOrEqual(layout.left);
    expect(Math.max(...centers) + layout.barWidth / 2).toBeLessThanOrEqual(layout.right);
  });

  it('has a single day in the middle', () => {
    const layout = chartLayout(['2026-11-20'], 600, { max: 10 });
    expect(layout.center('2026-11-20')).toBe((layout.left + layout.right) / 2);
  });

  it('finds the day at a position, and the first or last beside the plot', () => {
    const layout = chartLayout(DAYS, 600, { max: 10 });
    expect(DAYS.map((day) => layout.nearest(layout.center(day)))).toEqual([0, 1, 2]);
    expect([layout.nearest(0), layout.nearest(600)]).toEqual([0, 2]);
  });

  it('has room on the left for the widest tick label', () => {
    const narrow = chartLayout(DAYS, 600, { max: 3 });
    const wide = chartLayout(DAYS, 600, { max: 7_500 });
    expect(wide.ticks.map(tickLabel)).toContain('2,000');
    expect(wide.left).toBeGreaterThan(narrow.left);
    expect(wide.nearest(wide.center('2026-11-15'))).toBe(1);
  });

  it('has room for values below 0', () => {
    const layout = chartLayout(DAYS, 600, { max: 500, min: -1_000 });
    expect(layout.y(-1_000)).toBeLessThanOrEqual(layout.bottom);
    expect(layout.y(0)).toBeLessThan(layout.bottom);
    expect(layout.ticks).toContain(0);
  });

  it('draws a year of days on a phone, each at least a pixel wide', () => {
    const layout = chartLayout(daysFrom('2026-01-01', 366), 340, { max: 1_000_000 });
    expect(layout.barWidth).toBe(1);
    expect(layout.ticks.map(tickLabel)).toEqual(['0', '500K', '1M']);
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

describe('the labels of the axis', () => {
  it('are the weekdays of a week', () => {
    const labels = dayAxisLabels(daysFrom('2026-11-14', 7), 60);
    expect([...labels.values()]).toEqual(['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
  });

  it('are days of months, as many as have room, the last one included', () => {
    const labels = dayAxisLabels(daysFrom('2026-11-01', 30), 12);
    expect([...labels.values()]).toEqual(['Nov 6', 'Nov 12', 'Nov 18', 'Nov 24', 'Nov 30']);
  });

  it('are months of a year, with the year in January', () => {
    const labels = dayAxisLabels(daysFrom('2026-09-15', 150), 3);
    expect([...labels.values()]).toEqual(['Oct', 'Nov', 'Dec', '2027', 'Feb']);
  });

  it('never overlap', () => {
    for (const [count, width] of [
      [1, 300],
      [7, 20],
      [31, 10],
      [99, 3],
      [366, 0.8],
      [366, 3],
    ] as const) {
      const days = daysFrom('2026-01-01', count);
      const at = [...dayAxisLabels(days, width).keys()].map((day) => days.indexOf(day) * width);
      const gaps = at.slice(1).map((x, index) => x - (at[index] ?? 0));
      expect(Math.min(Infinity, ...gaps)).toBeGreaterThan(30);
    }
  });
});

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + index * DAY_MS).toISOString().slice(0, 10),
  );
}
