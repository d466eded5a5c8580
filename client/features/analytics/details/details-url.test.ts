import { describe, expect, it } from 'vitest';
import { callsUrl, detailsHref } from './details-url.ts';

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
