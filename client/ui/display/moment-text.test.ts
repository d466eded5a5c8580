import { afterEach, expect, test, vi } from 'vitest';
import { momentText } from './moment-text.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The clock of the reader at a moment, whatever their zone. */
const local = (...fields: [number, number, number, number, number]) => new Date(...fields);

test.each([
  ['this year', local(2026, 10, 30, 11, 0), 'Mon, Nov 30, 11:00 AM'],
  ['midnight', local(2026, 0, 1, 0, 5), 'Thu, Jan 1, 12:05 AM'],
  ['last year', local(2025, 11, 31, 23, 59), 'Wed, Dec 31, 2025, 11:59 PM'],
  ['next year', local(2027, 0, 4, 9, 30), 'Mon, Jan 4, 2027, 9:30 AM'],
])('a moment of %s', (_name, at, text) => {
  vi.useFakeTimers({ now: local(2026, 10, 28, 12, 0), toFake: ['Date'] });
  expect(momentText(at.toISOString())).toBe(text);
});
