import { expect, it } from 'vitest';
import { compareHref, compareUrl, sidesOf, type CompareUrl } from './compare-url.ts';

const read = (search: string) => sidesOf(compareUrl.read(search));
const NAMES = ['A/B 50%', '😀 "x" #1 &c=d', 'a+b ?by=days', '2026-11-01..2026-11-30', '..', '%00'];

it.each(NAMES)('the address keeps a campaign named %j', (name) => {
  const url: CompareUrl = { kind: 'campaigns', a: name, b: 'Other' };
  expect(read(compareHref(url).split('?')[1] ?? '')).toEqual(url);
});

it('the address keeps two periods', () => {
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const url: CompareUrl = { kind: 'periods', a: days, b: null };
  expect(compareHref(url)).toBe('/analytics/compare?by=days&a=2026-11-01..2026-11-30');
  expect(read('by=days&a=2026-11-01..2026-11-30')).toEqual(url);
});

it.each([
  'x',
  '2026-11-01',
  '2026-02-30..2026-03-01',
  '2026-11-02..2026-11-01',
  '2026-11-01..2026-11-02..2026-11-03',
])('a period %j is not one', (text) => {
  expect(read(`by=days&a=${text}`)).toEqual({ kind: 'periods', a: null, b: null });
});
