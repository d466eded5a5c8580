import { expect, it } from 'vitest';
import type { Compared } from '#shared/schemas/analytics-compare.ts';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { momentText } from '#client/ui/display/moment-text.ts';
import {
  certaintySentence,
  compareSentence,
  differenceOf,
  differenceText,
  measuresOf,
  rateOf,
  sideCaption,
  sideName,
  verdictOf,
} from './compare-text.ts';

const AT_TEXT = momentText('2026-11-20T09:30:00.000Z');

const side = (delivered: number, failed: number, charged = delivered * 50): Compared => ({
  campaign: null,
  campaigns: 1,
  total: delivered + failed + 5,
  delivered,
  failed,
  pending: 5,
  charged,
  reasons: [],
  hours: [],
});
const measure = (a: Compared, b: Compared, key: string) =>
  measuresOf(a, b).find((one) => one.key === key) ?? expect.fail(key);

it('"Success rate is the rounded percent": the counts beside it tell 999 of 1,000 from all', () => {
  const rates = [side(999, 1), side(1, 999), side(2, 1), side(10, 0), side(0, 10)].map(rateOf);
  expect(rates).toEqual([100, 0, 67, 100, 0]);
  expect(rateOf(side(0, 0))).toBeNull();
});

it.each([
  ['made', side(80, 20), side(110, 10), '+20 (+20%)', undefined],
  ['rate', side(80, 20), side(95, 5), '+15 points (95%: +6 to +24)', 'better'],
  ['rate', side(950, 50), side(800, 200), '−15 points (95%: −18 to −12)', 'worse'],
  ['rate', side(90, 10), side(89, 11), '−1 point (95%: −10 to +8)', undefined],
  ['rate', side(999, 1), side(1_000, 0), 'the same (95%: 0 to +1)', undefined],
  ['rate', side(90, 10), side(0, 0), '-', undefined],
  ['failed', side(10, 0), side(10, 4), '+4', undefined],
  ['pending', side(1, 1), side(2, 2), 'the same', undefined],
  ['price', side(10, 0, 650), side(10, 0, 500), '−15 (−23%)', 'better'],
  ['price', side(0, 3), side(10, 0), '-', undefined],
] as const)('the difference of %s is shown with its sign', (key, a, b, text, verdict) => {
  const one = measure(a, b, key);
  expect([differenceText(one), verdictOf(one)]).toEqual([text, verdict]);
});

it.each(CAMPAIGN_STATUSES)(
  'a campaign that is %s has a price only once all its calls are charged',
  (status) => {
    const of = (one: Compared): Compared => ({
      ...one,
      campaign: { id: 'c', name: 'A', status, time: '2026-11-20T09:30:00.000Z' },
    });
    const isFinal = status === 'Success' || status === 'Failed';
    const done = side(80, 20);
    const lagging = measure(done, of(side(80, 20, 1_000)), 'price');
    expect(lagging.values).toEqual([50, isFinal ? 12.5 : null]);
    expect(verdictOf(lagging)).toBe(isFinal ? 'better' : undefined);
    expect(verdictOf(measure(of(side(80, 20, 1_000)), done, 'price'))).toBe(isFinal ? 'worse' : undefined);
  },
);

it('the difference in a file is a number with its bounds, or nothing', () => {
  expect(differenceOf(measure(side(80, 20), side(110, 10), 'made'))).toEqual([20, '', '']);
  expect(differenceOf(measure(side(950, 50), side(800, 200), 'rate'))).toEqual([-15, -18, -12]);
  expect(differenceOf(measure(side(90, 10), side(0, 0), 'rate'))).toEqual(['', '', '']);
});

it.each([
  [side(92, 8), side(88, 12), 'May delivered 92% of its final calls, 4 points more than June.'],
  [side(88, 12), side(89, 11), 'June delivered 89% of its final calls, 1 point more than May.'],
  [
    side(999, 1),
    side(1_000, 0),
    'Both delivered 100% of their final calls: 999 of 1,000 delivered, and 1,000 of 1,000 delivered.',
  ],
  [side(0, 0), side(1, 1), 'Only June has final calls so far.'],
  [side(0, 0), side(0, 0), 'Neither side has a final call yet.'],
])('one sentence says which side delivered more', (a, b, text) => {
  expect(compareSentence(a, b, ['May', 'June'])).toBe(text);
});

const CHANGES = '10 calls are still pending, so this may change.';

it.each([
  [
    'the second is better',
    side(80, 20),
    side(95, 5),
    'With 95% confidence, June delivers 6 to 24 points more than May.',
  ],
  [
    'the first is better',
    side(95, 5),
    side(80, 20),
    'With 95% confidence, May delivers 6 to 24 points more than June.',
  ],
  [
    'as far as the lower bound is rounded to nothing',
    side(80, 20),
    side(90, 10),
    'With 95% confidence, June delivers up to 20 points more than May.',
  ],
  [
    'by the same number of points at both bounds',
    side(800_000, 200_000),
    side(900_000, 100_000),
    'With 95% confidence, June delivers about 10 points more than May.',
  ],
  [
    'by so little that it is rounded to nothing',
    side(9_980_000, 20_000),
    side(9_990_000, 10_000),
    'With 95% confidence, June delivers less than 1 point more than May.',
  ],
  [
    'there are too few calls',
    side(90, 10),
    side(88, 12),
    'Not enough calls to tell: with 95% confidence, June delivers between 11 points less and 7 points more.',
  ],
  [
    'there are enough calls to see that it is small',
    side(9_000, 1_000),
    side(9_010, 990),
    'No clear difference: 1 point at most, with 95% confidence.',
  ],
])('what is certain is said where %s', (_, a, b, text) => {
  expect(certaintySentence(a, b, ['May', 'June'])).toBe(`${text} ${CHANGES}`);
});

it('nothing is certain before both sides have final calls, and nothing changes once none is pending', () => {
  const done = { ...side(80, 20), pending: 0 };
  expect(certaintySentence(side(0, 0), side(1, 1), ['May', 'June'])).toBeUndefined();
  expect(certaintySentence(side(1, 1), side(0, 0), ['May', 'June'])).toBeUndefined();
  expect(certaintySentence(done, done, ['May', 'June'])).not.toContain('pending');
  expect(certaintySentence(done, { ...done, pending: 1 }, ['May', 'June'])).toContain(
    '1 call is still pending',
  );
});

it('a side is named after its campaign or its days', () => {
  const campaign = { id: 'c', name: 'A/B', status: 'Sending' as const, time: '2026-11-20T09:30:00.000Z' };
  expect([sideName({ ...side(1, 0), campaign }, null), sideCaption({ ...side(1, 0), campaign })]).toEqual([
    '“A/B”',
    `Sending · ${AT_TEXT}`,
  ]);
  expect([sideName(side(1, 0), { from: '2026-11-01', to: '2026-11-02' }), sideCaption(side(1, 0))]).toEqual([
    'Nov 01, 2026 to Nov 02, 2026',
    '1 campaign',
  ]);
});
