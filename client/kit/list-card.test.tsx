// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { ListCard } from './list-card.tsx';
import { sortColumns, type SortColumn } from './sort-columns.tsx';

interface Row {
  id: string;
  calls: number;
}
type Sort = 'list' | 'calls';

const COLUMNS: readonly SortColumn<Row, Sort>[] = [
  { key: 'id', header: 'Name', cell: ({ id }) => id },
  { key: 'calls', header: 'Calls', sort: 'calls', cell: ({ calls }) => calls },
];
const QUERY = { isPending: false, isError: false, isFetching: false, refetch: () => undefined };
const ROWS = [{ id: 'Autumn', calls: 3 }];

function ListOf({ title = 'Campaigns', ...props }: Partial<Parameters<typeof ListCard<Row>>[0]>) {
  return (
    <ListCard
      {...(title !== '' && { title })}
      label="Campaigns of May"
      query={QUERY}
      columns={COLUMNS}
      rows={ROWS}
      rowKey={({ id }) => id}
      empty={<p>Nothing yet</p>}
      {...props}
    />
  );
}
const rows = () => document.querySelectorAll('tbody tr').length;
const sorted = () => [...document.querySelectorAll('th')].map((head) => head.getAttribute('aria-sort'));

test.each([
  ['loading', { query: { ...QUERY, isPending: true }, rows: [] }, [4, false, false]],
  ['some', {}, [1, false, false]],
  ['none', { rows: [] }, [0, true, false]],
  ['not loaded', { query: { ...QUERY, isError: true }, rows: [] }, [0, true, true]],
  ['not refreshed', { query: { ...QUERY, isError: true } }, [1, false, true]],
])('rows that are %s', async (_, props, [count, isEmpty, canRetry]) => {
  await renderScreen(<ListOf {...props} />);
  expect([rows(), text().includes('Nothing yet'), hasButton('Retry')]).toEqual([count, isEmpty, canRetry]);
  expect(text()).toContain('Campaigns');
  expect(document.querySelector('section')?.getAttribute('aria-label')).toBe('Campaigns of May');
});

test('a query that failed is sent again, once at a time', async () => {
  const refetch = vi.fn();
  const query = { ...QUERY, isError: true, refetch };
  const screen = await renderScreen(<ListOf query={query} />);
  await click('Retry');
  expect(refetch).toHaveBeenCalledOnce();
  await screen.update(<ListOf query={{ ...query, isFetching: true }} />);
  expect(isDisabled('Retry')).toBe(true);
});

test('several pages have a pager, and one has none', async () => {
  const onPageChange = vi.fn();
  const screen = await renderScreen(<ListOf pager={{ page: 1, pages: 1, onPageChange }} />);
  expect(hasButton('Next page')).toBe(false);
  await screen.update(<ListOf pager={{ page: 1, pages: 2, onPageChange }} />);
  await click('Next page');
  expect(onPageChange.mock.calls).toEqual([[2]]);
});

test.each<[Sort, 'asc' | 'desc', string, Sort, 'asc' | 'desc']>([
  ['list', 'asc', 'none', 'calls', 'asc'],
  ['calls', 'asc', 'ascending', 'calls', 'desc'],
  ['calls', 'desc', 'descending', 'list', 'asc'],
])('from %s, %s, which is %s, a header sorts by %s, %s', async (sort, direction, state, next, way) => {
  const onSort = vi.fn();
  await renderScreen(
    <ListOf columns={sortColumns(COLUMNS, { sort, direction, unsorted: 'list', onSort })} />,
  );
  expect(sorted()).toEqual([null, state]);
  await click('Calls');
  expect(onSort.mock.calls).toEqual([[{ sort: next, direction: way }]]);
});

test('actions are beside the heading, or the search of a card without one', async () => {
  const actions = <button type="button">Export</button>;
  const screen = await renderScreen(<ListOf actions={actions} />);
  expect(document.querySelector('h2')?.parentElement?.textContent).toBe('CampaignsExport');
  await screen.update(<ListOf title="" name="Numbers" search={<p>Find</p>} actions={actions} />);
  expect(document.querySelector('h2')).toBeNull();
  expect(document.querySelector('section')?.getAttribute('aria-label')).toBe('Numbers');
  expect(text()).toMatch(/^Find Export/);
});
