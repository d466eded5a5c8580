// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { enter, field } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { SearchByName, SortBy } from './list-controls.tsx';
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
  await renderScreen(<SearchByName address={{ shown: { search: '' }, show }} />);
  await enter('Search by name', 'autumn');
  await until(() => expect(show).toHaveBeenCalledExactlyOnceWith({ search: 'autumn' }));
});
