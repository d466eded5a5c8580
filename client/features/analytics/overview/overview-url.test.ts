import { expect, it } from 'vitest';
import { chartDays, isInFuture, overviewUrl, rangeOf, rangeText } from './overview-url.ts';

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
