import { describe, expect, it, test } from 'vitest';
import { bestTimeText, bestWeekdayText, hourRows } from './best-time-text.ts';

const TUESDAY = { weekday: 2, hour: 10, delivered: 78, failed: 2 };
const FEW = { weekday: 1, hour: 9, delivered: 3, failed: 0 };

describe('the best time', () => {
  it('is said in words', () => {
    expect(bestTimeText([FEW, TUESDAY])).toBe('Best: Tuesday, 10–11 AM · 78 of 80 delivered');
    expect(bestWeekdayText([FEW, TUESDAY])).toBe('Best weekday: Tuesday · 78 of 80 delivered');
  });

  it('is not claimed of a few calls', () => {
    expect(bestTimeText([FEW])).toBe('Too few calls to name a best hour yet: it takes 20 calls within one.');
    expect(bestWeekdayText([FEW])).toBeUndefined();
    expect(bestTimeText([])).toBe('No calls in these days.');
  });
});

test('the table has the hours with calls in the order of the week', () => {
  expect(hourRows([TUESDAY, { ...FEW, hour: 13 }, FEW])).toEqual([
    { key: 'Monday 09:00', name: 'Monday, 9–10 AM', values: [3, 3, 0, '100%'] },
    { key: 'Monday 13:00', name: 'Monday, 1–2 PM', values: [3, 3, 0, '100%'] },
    { key: 'Tuesday 10:00', name: 'Tuesday, 10–11 AM', values: [80, 78, 2, '98%'] },
  ]);
});
