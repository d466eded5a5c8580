// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { useListPages } from './use-list-pages.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => index);
const QUERY = {
  hasNextPage: true,
  isFetching: false,
  isError: false,
  fetchNextPage: () => Promise.resolve(),
};

const render = (count: number, more: Partial<typeof QUERY> = {}, total = 25) => {
  const given = (loaded: number, change: Partial<typeof QUERY> = {}, search = '') => ({
    rows: rows(loaded),
    options: { size: 10, total, query: { ...QUERY, ...more, ...change }, search },
  });
  return renderHook(
    ({ rows: loaded, options }: ReturnType<typeof given>) => useListPages(loaded, options),
    given(count),
  ).then((hook) => ({
    ...hook,
    load: (loaded: number, change?: Partial<typeof QUERY>) => hook.update(given(loaded, change)),
    search: (search: string) => hook.update(given(count, {}, search)),
  }));
};

test('rows are shown by pages', async () => {
  const hook = await render(25, { hasNextPage: false });
  expect(hook.result()).toMatchObject({ rows: rows(10), pager: { page: 1, pages: 3 } });
  await turn(() => {
    hook.result().pager.onPageChange(3);
  });
  expect(hook.result()).toMatchObject({ rows: [20, 21, 22, 23, 24], pager: { page: 3 } });
  await turn(() => {
    hook.result().pager.onPageChange(9);
  });
  expect(hook.result().pager.page).toBe(3);
});

test('an empty list has one page', async () => {
  const hook = await render(0, { hasNextPage: false }, 0);
  expect(hook.result()).toMatchObject({ rows: [], pager: { page: 1, pages: 1 } });
});

test.each<[string, number, Partial<typeof QUERY>, number]>([
  ['is not whole', 19, {}, 1],
  ['is there', 20, {}, 0],
  ['is being fetched', 10, { isFetching: true }, 0],
  ['failed', 10, { isError: true }, 0],
  ['does not exist', 10, { hasNextPage: false }, 0],
])('where the page after the shown one %s', async (_, loaded, query, times) => {
  const fetchNextPage = vi.fn(() => Promise.resolve());
  await render(loaded, { ...query, fetchNextPage });
  expect(fetchNextPage).toHaveBeenCalledTimes(times);
});

test('a page that is not loaded is shown as soon as it arrives', async () => {
  const fetchNextPage = vi.fn(() => Promise.resolve());
  const hook = await render(20, { fetchNextPage }, 60);
  await turn(() => {
    hook.result().pager.onPageChange(4);
  });
  expect(hook.result()).toMatchObject({ pager: { page: 2, pages: 6 } });
  expect(fetchNextPage).toHaveBeenCalledOnce();
  await hook.load(40);
  expect(hook.result()).toMatchObject({ pager: { page: 4 }, rows: rows(40).slice(30) });
});

test('there are as many pages as the total needs, and one more than is loaded', async () => {
  expect((await render(20, {}, 21)).result().pager.pages).toBe(3);
  expect((await render(20, {}, 10)).result().pager.pages).toBe(3);
  expect((await render(19, {}, 10)).result().pager.pages).toBe(2);
});

test('another search begins at the first page', async () => {
  const hook = await render(25, { hasNextPage: false });
  await turn(() => {
    hook.result().pager.onPageChange(2);
  });
  await hook.search('ana');
  expect(hook.result().pager.page).toBe(1);
});
