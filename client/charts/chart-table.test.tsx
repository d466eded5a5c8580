// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { button, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { chartCsv } from './chart-csv.ts';
import ChartTable from './chart-table.tsx';

const HEADERS = ['Day', 'Delivered'];
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: String(at), name: `Day ${String(at)}`, values: [1_234] }));

test('the data of a chart are a table, and a CSV file of their name', async () => {
  const rows = rowsOf(2);
  await renderScreen(<ChartTable label="Calls by day" headers={HEADERS} rows={rows} file="calls-by-day" />);
  expect(text(document.querySelector('table') ?? expect.fail())).toBe(
    'Day Delivered Day 0 1,234 Day 1 1,234',
  );
  const link = button('Download CSV');
  expect(link.getAttribute('download')).toBe('calls-by-day.csv');
  const [, content = ''] = link.getAttribute('href')?.split(',') ?? [];
  expect(decodeURIComponent(content)).toBe(chartCsv(HEADERS, rows));
});

test.each([
  [14, 0],
  [15, 1],
])('of %i rows, %i regions are scrolled with the keyboard', async (count, regions) => {
  await renderScreen(<ChartTable label="Calls" headers={HEADERS} rows={rowsOf(count)} file="calls" />);
  expect(document.querySelectorAll('[role=region][tabindex="0"][aria-label="Calls, all rows"]')).toHaveLength(
    regions,
  );
});
