import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { chartCsv } from './chart-csv.ts';
import { dayAxisLabels, dayLabel, everyNth, weekdayLabel } from './chart-days.ts';
import { CHART_HEIGHT } from './chart-format.ts';

const days = (count: number, first = '2026-11-20') =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10),
  );
const labels = (count: number, width: number, first?: string) => [
  ...dayAxisLabels(days(count, first), width).values(),
];

test('a day is called by its weekday, and with the year in a chart of more than a week', () => {
  expect(weekdayLabel('2026-11-20')).toBe('Fri');
  expect([dayLabel('2026-11-20'), dayLabel('2026-11-20', 7), dayLabel('2026-11-20', 8)]).toEqual([
    ...['Friday, Nov 20', 'Friday, Nov 20', 'Friday, Nov 20, 2026'],
  ]);
});

test('a week has its weekdays where there is room, and days otherwise', () => {
  expect(labels(7, 30)).toEqual(['Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu']);
  expect(labels(7, 29.9)).toEqual(['Nov 20', 'Nov 23', 'Nov 26']);
  expect(labels(8, 66)).toHaveLength(8);
  expect(labels(8, 65.9)).toEqual(['Nov 21', 'Nov 23', 'Nov 25', 'Nov 27']);
  expect(labels(8, 33)).toHaveLength(4);
  expect(labels(8, 32)).toEqual(['Nov 21', 'Nov 24', 'Nov 27']);
});

test('from 100 days on there are months, with the year in January', () => {
  expect(labels(99, 6)[0]).toMatch(/^Nov \d+$/);
  expect(labels(100, 2)).toEqual(['Dec', '2027', 'Feb']);
  expect(labels(400, 34 / 30, '2025-12-15')).toHaveLength(13);
  expect(labels(400, 33 / 30, '2025-12-15')).toEqual(['2026', 'Mar', 'May', 'Jul', 'Sep', 'Nov', '2027']);
});

test('of keys every nth is taken, with the last', () => {
  expect([everyNth(['a', 'b', 'c', 'd'], 2), everyNth(['a', 'b', 'c'], 1), everyNth([], 3)]).toEqual([
    ['b', 'd'],
    ['a', 'b', 'c'],
    [],
  ]);
});

test('the table of a chart is a file for spreadsheets, without formulas', () => {
  const rows = [
    { key: '2026-11-20', name: 'Friday', values: [7, '95%'] },
    { key: '=1+1', name: 'x', values: ['a,b', '-'] },
  ];
  const [header, first, second, end] = chartCsv(['Day', 'Calls', 'Rate'], rows).split('\r\n');
  expect([header, first, end]).toEqual(['\uFEFFDay,Calls,Rate', '2026-11-20,7,95%', '']);
  expect(second).toMatch(/"a,b",$/);
  expect(second?.startsWith('=')).toBe(false);
});

test('charts are 200 pixels high', () => {
  expect(CHART_HEIGHT).toBe(200);
});
