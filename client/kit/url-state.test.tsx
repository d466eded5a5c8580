// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { oneOf, pageNumber, text, urlState, useUrlState, whole, type ShownUrl } from './url-state.ts';

const state = urlState(
  {
    search: text(20),
    sort: oneOf(['list', 'name', '5%20off'], 'list'),
    size: oneOf([5, 10, 25] as const, 5),
    page: pageNumber,
    call: whole(999),
  },
  { paging: ['page'], beside: ['call'], typed: ['search'] },
);

describe('the query of a page', () => {
  it('is empty in the first view', () => {
    expect(state.query({})).toBe('');
    expect(state.query(state.initial)).toBe('');
    expect(state.read('')).toEqual({ search: '', sort: 'list', size: 5, page: 1, call: null });
  });

  it('is read back as it was written, whatever a person typed', () => {
    const values = fc.record({
      search: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((typed) => typed.trim()),
      sort: fc.constantFrom('list' as const, 'name' as const, '5%20off' as const),
      size: fc.constantFrom(5 as const, 10 as const, 25 as const),
      page: fc.integer({ min: 1, max: 1_000_000 }),
      call: fc.option(fc.integer({ min: 1, max: 999 })),
    });
    fc.assert(
      fc.property(values, (shown) => {
        expect(state.read(state.query(shown))).toEqual(shown);
        expect(state.read(state.query(shown).slice(1))).toEqual(shown);
      }),
    );
  });

  it.each([
    '?sort=gone&size=7&page=0&call=1000',
    '?size=5.5&page=1e3&call=-1&search=%20',
    '?page=1000001&call=99999999999&other=1&%E0%A4%A',
    '?page=+1&call=&size=5&sort=List',
  ])('is as in the first view where it says %s', (search) => {
    expect(state.read(search)).toEqual(state.initial);
  });
});

describe('a change of the address', () => {
  async function open(search: string) {
    window.history.replaceState(null, '', `/lists/50%25${search}`);
    let url: ShownUrl<ReturnType<typeof state.read>>;
    function Page() {
      url = useUrlState(state);
      return null;
    }
    await renderScreen(
      <Router hook={useBrowserLocation}>
        <Page />
      </Router>,
    );
    const before = window.history.length;
    return {
      shown: () => url.shown,
      hrefOf: (change: Partial<ReturnType<typeof state.read>>) => url.hrefOf(change),
      show: async (...change: Parameters<typeof url.show>) => {
        await turn(() => {
          url.show(...change);
        });
        return window.location.pathname + window.location.search;
      },
      steps: () => window.history.length - before,
    };
  }

  it('begins at the first page, unless it is of the page or of what is beside the list', async () => {
    const page = await open('?sort=name&page=7&other=1');
    expect(page.hrefOf({ call: 3 })).toBe('/lists/50%25?sort=name&page=7&call=3');
    expect(page.hrefOf({ size: 10 })).toBe('/lists/50%25?sort=name&size=10');
    expect(await page.show({ page: 8 })).toBe('/lists/50%25?sort=name&page=8');
    expect(await page.show({ call: 3 })).toBe('/lists/50%25?sort=name&page=8&call=3');
    expect(await page.show({ call: 4, sort: 'list' })).toBe('/lists/50%25?call=4');
    expect(page.shown()).toEqual({ ...state.initial, call: 4 });
    expect(page.steps()).toBe(3);
  });

  it('is a step of the history, but what is typed goes on in one', async () => {
    const page = await open('');
    expect(await page.show({ search: '5' })).toBe('/lists/50%25?search=5');
    expect(await page.show({ search: '5%20off' })).toBe('/lists/50%25?search=5%2520off');
    expect([page.shown().search, page.steps()]).toEqual(['5%20off', 1]);
    await page.show({ size: 10 }, { replace: true });
    expect(page.steps()).toBe(1);
    await page.show({ sort: 'name' });
    expect(page.steps()).toBe(2);
  });

  it('is of the address as it is, not as it was rendered', async () => {
    const page = await open('?size=10');
    const stale = page.show;
    window.history.replaceState(null, '', '/lists/50%25?size=25');
    expect(await stale({ sort: 'name' })).toBe('/lists/50%25?sort=name&size=25');
  });
});
