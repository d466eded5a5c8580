import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DataTable, type Column } from './data-table.tsx';

interface Row {
  id: string;
  name: string;
  calls: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Name', role: 'title', cell: ({ name }) => <b>{name}</b> },
  { key: 'calls', header: 'Calls', align: 'end', sorted: 'descending', cell: ({ calls }) => calls },
  { key: 'actions', header: 'Actions', role: 'actions', cell: ({ id }) => <a href={`/${id}`}>Open</a> },
];
const ROWS: readonly Row[] = [
  { id: 'a', name: 'Autumn', calls: 12 },
  { id: 'b', name: 'Winter', calls: 7 },
];

const render = (rows: readonly Row[], loading = false) =>
  renderToStaticMarkup(
    <DataTable
      label="Campaigns"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<p>No campaigns yet</p>}
      loading={loading}
      skeletonRows={3}
    />,
  ).replace(/ class="[^"]*"/g, '');

const partsOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'gs'))].map(([, content]) => content);

test('each cell is under its header and has its label in a card, but for the title and the actions', () => {
  const html = render(ROWS);
  expect(partsOf(html, 'th')).toEqual(['Name', 'Calls', '<span>Actions</span>']);
  expect(partsOf(html, 'td')).toEqual([
    ...['<b>Autumn</b>', '<span aria-hidden="true">Calls</span>12', '<a href="/a">Open</a>'],
    ...['<b>Winter</b>', '<span aria-hidden="true">Calls</span>7', '<a href="/b">Open</a>'],
  ]);
  expect(html).toContain('<th role="columnheader" scope="col" aria-sort="descending">Calls</th>');
});

test('a table without rows says so once it is loaded', () => {
  expect(render([])).toBe('<p>No campaigns yet</p>');
  expect(partsOf(render([], true), 'tr')).toHaveLength(1 + 3);
  expect(render([], true)).toContain('aria-busy="true"');
  expect(render(ROWS)).not.toContain('aria-busy');
});
