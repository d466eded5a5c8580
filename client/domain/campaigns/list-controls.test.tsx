// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, enter, field } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { CursorPager, SearchByName, SortBy } from './list-controls.tsx';
import { until } from '#client/testing/turn.ts';

const select = () => field('Sort by') as unknown as HTMLSelectElement;

test.each([
  [{ sort: 'running', direction: 'asc' } as const, 'Running first'],
  [{ sort: 'recent', direction: 'asc' } as const, 'Running first, then finished'],
  [{ sort: 'name', direction: 'asc' } as const, 'Name, A to Z'],
  [{ sort: 'rate', direction: 'desc' } as const, 'Best delivery rate'],
])('the order %j is called %s', async (shown, name) => {
  await renderScreen(<SortBy shown={shown} show={vi.fn()} />);
  expect(select().selectedOptions[0]?.textContent).toBe(name);
});

test('another order is shown by its name', async () => {
  const show = vi.fn();
  await renderScreen(<SortBy shown={{ sort: 'running', direction: 'desc' }} show={show} />);
  await enter('Sort by', 'made asc');
  expect(show).toHaveBeenCalledExactlyOnceWith({ sort: 'made', direction: 'asc' });
});

test('a name is searched for once it is typed', async () => {
  const show = vi.fn();
  await renderScreen(<SearchByName search="" show={show} />);
  await enter('Search by name', 'autumn');
  await until(() => expect(show).toHaveBeenCalledExactlyOnceWith({ search: 'autumn' }));
});

test.each([
  ['Next page', { next: 'n', previous: null }, 1, { after: 'n', page: 2 }],
  ['Next page', { next: 'n', previous: 'p' }, 2, { after: 'n', page: 3 }],
  ['Previous page', { next: 'n', previous: 'p' }, 2, { page: 1 }],
  ['Previous page', { next: null, previous: 'p' }, 3, { before: 'p', page: 2 }],
])('%s of %j on page %s shows %j', async (name, page, at, shown) => {
  const show = vi.fn();
  await renderScreen(<CursorPager shown={{ page: at }} show={show} page={page} pages={3} />);
  await click(name);
  expect(show).toHaveBeenCalledExactlyOnceWith(shown);
});
