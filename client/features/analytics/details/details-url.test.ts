import { describe, expect, it } from 'vitest';
import { callsUrl, CAMPAIGN_TABS, detailsHref, filterQuery, PAGE_SIZES } from './details-url.ts';

const queryOf = (href: string) => new URL(href, 'http://hark.test').search;

describe('the address of the calls of a campaign', () => {
  it('has no query in the first view', () => {
    expect(detailsHref('Spring')).toBe('/analytics/details/Spring');
    expect(detailsHref('Spring', callsUrl.initial)).toBe('/analytics/details/Spring');
    expect(callsUrl.read('')).toEqual(callsUrl.initial);
  });

  it.each(['50% "off" / ünï 🎉 #1?', '..%2f', "it's & <b>"])(
    'keeps every part of it beside the name %s',
    (name) => {
      const filter = { status: 'failed', reason: '4006', search: name } as const;
      const place = { tab: null, page: 7, size: 25, call: 12 } as const;
      const shown = { ...filter, ...place, sort: 'date', direction: 'desc' } as const;
      const href = detailsHref(name, shown);
      expect(callsUrl.read(queryOf(href))).toEqual(shown);
      expect(decodeURIComponent(new URL(href, 'http://hark.test').pathname)).toBe(
        `/analytics/details/${name}`,
      );
    },
  );

  it.each([
    '?status=gone&reason=none&sort=colour&direction=up&page=0&size=7&call=-1',
    '?tab=calls&tab=overview',
    '?page=1e3&size=5.5&call=abc&status=&reason=%20',
    '?page=99999999999999999999&call=9999999999999&%E0%A4%A',
  ])('falls back to the first view for %s', (search) => {
    expect(callsUrl.read(search)).toEqual(callsUrl.initial);
  });
});

it('has the sizes of a page on offer, and the numbers of contacts', () => {
  expect(PAGE_SIZES).toEqual([5, 10, 25, 50, 100]);
  expect(CAMPAIGN_TABS).toEqual(['overview', 'message', 'compliance']);
  const read = (search: string) => callsUrl.read(search);
  expect(['?size=5', '?size=100', '?size=99'].map((search) => read(search).size)).toEqual([5, 100, 5]);
  expect(read(`?search=${'a'.repeat(101)}`).search).toHaveLength(100);
});

it('begins at the first page after each change but that of the open call, and goes on while somebody types', () => {
  expect(callsUrl.rules).toEqual({ paging: ['page'], beside: ['call'], typed: ['search'] });
});

it('is a filter without order and place for an export', () => {
  const shown = callsUrl.read('?status=failed&reason=4006&search=a&page=7&size=25&sort=date&call=3');
  expect(filterQuery(shown)).toBe('status=failed&reason=4006&search=a');
  expect(filterQuery(callsUrl.initial)).toBe('');
});
