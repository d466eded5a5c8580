import { expect, test, vi } from 'vitest';
import { urlState } from '#client/kit/url-state.ts';
import { cursorPager, exportQuery, LIST_FIELDS, LIST_PAGING, pageOf } from './list-url.ts';

const url = urlState(LIST_FIELDS, { paging: LIST_PAGING });

test('an address without a query is the first page of all campaigns, those that run first', () => {
  const first = { search: '', sort: 'running', direction: 'desc', after: '', before: '', page: 1 };
  expect(url.read('')).toEqual(first);
  expect(LIST_PAGING).toEqual(['after', 'before', 'page']);
});

test('an address says search, order and page', () => {
  const query = '?search=spring&sort=name&direction=asc&after=a&before=b&page=3';
  const read = url.read(query);
  expect(read).toEqual({
    search: 'spring',
    sort: 'name',
    direction: 'asc',
    after: 'a',
    before: 'b',
    page: 3,
  });
  expect(url.query(read)).toBe(query);
  const long = url.read(`?search=${'s'.repeat(121)}&after=${'a'.repeat(801)}&before=${'b'.repeat(801)}`);
  expect([long.search.length, long.after.length, long.before.length]).toEqual([120, 800, 800]);
  expect(url.read('?sort=size&direction=up&page=0')).toEqual(url.read(''));
});

test.each([
  ['', '', {}],
  ['a', '', { cursor: 'a' }],
  ['', 'b', { before: 'b' }],
  ['a', 'b', { cursor: 'a' }],
])('after %j and before %j the server is asked with %j', (after, before, asked) => {
  const shown = { ...url.initial, after, before };
  expect(pageOf(shown, 10)).toStrictEqual({ sort: 'running', direction: 'desc', limit: 10, ...asked });
});

test('the file has the order of the list and its filter', () => {
  const order = { sort: 'name', direction: 'asc' } as const;
  expect(exportQuery(order, { status: 'Sending', search: undefined, from: '2026-11-20' })).toBe(
    'sort=name&direction=asc&status=Sending&from=2026-11-20',
  );
});

test.each([
  ['next', { next: 'n', previous: null }, 1, { after: 'n', page: 2 }],
  ['next', { next: 'n', previous: 'p' }, 2, { after: 'n', page: 3 }],
  ['previous', { next: 'n', previous: 'p' }, 2, { page: 1 }],
  ['previous', { next: null, previous: 'p' }, 3, { before: 'p', page: 2 }],
] as const)('the %s page of %j on page %s is at %j', (way, page, at, change) => {
  const show = vi.fn();
  const pager = cursorPager({ shown: { page: at }, show }, page, 3);
  pager.onPageChange(pager.page + (way === 'next' ? 1 : -1));
  expect(show).toHaveBeenCalledExactlyOnceWith(change);
});

test.each([
  [undefined, 1, [1, 1]],
  [{ next: null, previous: null }, 1, [1, 1]],
  [{ next: 'n', previous: null }, 4, [1, 9]],
  [{ next: 'n', previous: 'p' }, 9, [9, 10]],
  [{ next: null, previous: 'p' }, 4, [4, 4]],
  [{ next: null, previous: 'p' }, 1, [2, 2]],
])('with the cursors %j and page %s in the address, the page of the pages is %j', (page, at, shown) => {
  const pager = cursorPager({ shown: { page: at }, show: vi.fn() }, page, 9);
  expect([pager.page, pager.pages]).toEqual(shown);
});
