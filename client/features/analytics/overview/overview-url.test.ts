import { expect, it } from 'vitest';
import {
  chartDays,
  FIRST_VIEW,
  isInFuture,
  overviewHref,
  rangeOf,
  rangeText,
  readOverviewUrl,
  type OverviewUrl,
} from './overview-url.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const read = (href: string) => readOverviewUrl(href.split('?')[1] ?? '');

it('the first view has no query, and every other is read back from its own', () => {
  expect(overviewHref(FIRST_VIEW, {})).toBe('/analytics');
  const url: OverviewUrl = {
    ...{ range: 'custom', from: '2026-11-01', to: '', search: 'A/B & 50% 😀', status: 'Paused' },
    ...{ sort: 'name', direction: 'asc', after: 'QQ.c1', before: null, page: 3 },
  };
  expect(read(overviewHref(url, { after: url.after, page: 3 }))).toEqual(url);
  expect(read(overviewHref(url, { status: null }))).toEqual({ ...url, status: null, after: null, page: 1 });
});

it('what the page does not know is as in the first view', () => {
  expect(read('?range=ever&status=Deleted&sort=size&direction=up&page=1.5&after=&before=')).toEqual(
    FIRST_VIEW,
  );
  expect(read('?after=a&before=b')).toMatchObject({ after: 'a', before: null });
});

it.each([
  ['range=all', {}],
  ['range=7d', { from: '2026-11-17', to: '2026-11-23' }],
  ['range=month', { from: '2026-11-01', to: '2026-11-23' }],
  ['range=custom&from=2026-11-05', { from: '2026-11-05' }],
  ['range=custom&from=2026-11-05&to=2026-11-04', { problem: 'The range ends before it begins.' }],
  ['range=custom&from=2026-02-30', { problem: '“2026-02-30” is not a day.' }],
  ['range=custom&to=9999-01-01', { problem: '“9999-01-01” is not a day.' }],
])('%s is a range, or says what is wrong', (query, range) => {
  expect(rangeOf(readOverviewUrl(query), NOW)).toEqual(range);
});

it('the charts of a range end today and have at most 366 days', () => {
  expect(chartDays({}, NOW)).toBeUndefined();
  expect(chartDays({ from: '2026-11-20', to: '2027-01-01' }, NOW)).toEqual({
    from: '2026-11-20',
    to: '2026-11-23',
  });
  expect(chartDays({ from: '2020-01-01', to: '2024-12-31' }, NOW)).toEqual({
    from: '2024-01-01',
    to: '2024-12-31',
  });
  expect([isInFuture({ from: '2026-11-23' }, NOW), isInFuture({ from: '2026-11-24' }, NOW)]).toEqual([
    false,
    true,
  ]);
});

it('the totals say which campaigns they are of', () => {
  const texts = [{}, { from: '2026-11-01' }, { to: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-30' }];
  expect(texts.map(rangeText)).toEqual([
    'in all campaigns, including pending ones',
    'made since Nov 01, 2026',
    'made until Nov 01, 2026',
    'made Nov 01, 2026 to Nov 30, 2026',
  ]);
});
