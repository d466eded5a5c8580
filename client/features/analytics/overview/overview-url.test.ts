import { expect, it } from 'vitest';
import {
  chartDays,
  filterOf,
  isFiltered,
  isInFuture,
  overviewUrl,
  rangeOf,
  RANGES,
  rangeText,
} from './overview-url.ts';

const NOW = new Date('2026-11-23T12:00:00Z');

it('what the page does not know is as in the first view', () => {
  expect(
    overviewUrl.read('?range=ever&status=Deleted&sort=size&direction=up&page=1.5&after=&before='),
  ).toEqual(overviewUrl.initial);
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
  expect(rangeOf(overviewUrl.read(query), NOW)).toEqual(range);
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

it('a filter has what differs from the first view, with the range', () => {
  const { initial } = overviewUrl;
  const range = { from: '2026-11-01' };
  expect(filterOf(initial, {})).toStrictEqual({});
  expect(filterOf({ ...initial, status: 'Paused', search: 'a' }, range)).toStrictEqual({
    ...range,
    status: 'Paused',
    search: 'a',
  });
  const changes = [{}, { page: 2 }, { sort: 'name' as const }, { range: '7d' as const }, { search: 'a' }];
  expect(changes.map((change) => isFiltered({ ...initial, ...change }))).toEqual([
    ...[false, false, false, true, true],
  ]);
  expect(isFiltered({ ...initial, status: 'Paused' })).toBe(true);
});

it('the ranges on offer are as many days, and what is typed is kept as it is', () => {
  expect(RANGES).toEqual(['all', '7d', '30d', '90d', 'month', 'custom']);
  const firsts = ['30d', '90d'].map((range) => rangeOf(overviewUrl.read(`?range=${range}`), NOW));
  expect(firsts).toEqual([
    { from: '2026-10-25', to: '2026-11-23' },
    { from: '2026-08-26', to: '2026-11-23' },
  ]);
  expect(rangeOf(overviewUrl.read('?range=custom'), NOW)).toEqual({});
  expect(overviewUrl.read(`?from=${'1'.repeat(21)}&to=${'2'.repeat(21)}`)).toMatchObject({
    range: 'all',
    from: '1'.repeat(20),
    to: '2'.repeat(20),
  });
  expect(overviewUrl.rules).toEqual({
    paging: ['after', 'before', 'page'],
    typed: ['search', 'from', 'to'],
  });
});
