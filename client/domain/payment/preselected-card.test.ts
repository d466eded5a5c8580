import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preselectedCard } from './preselected-card.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const card = (id: string, exp_year = 2030) => ({
  id,
  card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year },
});

test.each([
  ['the default card', [card('a'), card('b')], 'b', 'b'],
  ['the first card without a default one', [card('a'), card('b')], undefined, 'a'],
  ['the first that has not expired', [card('a', 2020), card('b')], undefined, 'b'],
  ['another card than an expired default one', [card('a', 2020), card('b')], 'a', 'b'],
  ['another card than a removed default one', [card('a')], 'gone', 'a'],
  ['none if all have expired', [card('a', 2020)], 'a', undefined],
  ['none without cards', [], 'a', undefined],
])('is %s', (_, cards, defaultId, chosen) => {
  expect(preselectedCard(cards, defaultId)).toBe(chosen);
});
