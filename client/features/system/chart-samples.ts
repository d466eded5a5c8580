import type { ComparedPair } from '#client/charts/compare-chart.tsx';
import type { CreditDay } from '#client/charts/credit-flow-chart.tsx';
import type { WeekHour } from '#client/charts/hours/hours-of-week.ts';
import type { SecondCalls } from '#client/charts/last-minute-chart.tsx';
import type { Outcome } from '#client/charts/outcomes/outcome-chart.tsx';
import { daysOf } from '#shared/day-range.ts';

/** A number between 0 and 1 that is the same each time. */
const wave = (n: number) => Math.abs(Math.sin(n * 12.9898) * 43_758.5453) % 1;

const YEAR = daysOf({ from: '2025-11-23', to: '2026-11-23' });

const series = (days: readonly string[], most: number) =>
  days.map((day, n) => {
    const calls = n % 7 === 1 ? 0 : Math.round(most * (0.4 + 0.6 * wave(n)));
    return { day, calls, delivered: Math.round(calls * (0.7 + 0.3 * wave(n + 1))) };
  });

export const DAY_SERIES = [
  { title: 'A week', days: series(YEAR.slice(-7), 264) },
  { title: 'A month', days: series(YEAR.slice(-31), 1_000_000) },
  { title: 'A year', days: series(YEAR, 4_000) },
  { title: 'One day', days: series(YEAR.slice(-1), 264) },
  { title: 'No calls', days: series(YEAR.slice(-7), 0) },
  { title: 'No days', days: [] },
];

export const OUTCOMES: Outcome[] = [
  { reason: '4005', label: 'No answer', count: 1_240, retryable: true },
  { reason: '4002', label: 'Mailbox full', count: 412, retryable: true },
  { reason: '4016', label: 'Do not call', count: 96, retryable: false },
  { reason: '3040', label: 'The carrier account may call test numbers only', count: 2, retryable: false },
];

export const MINUTE: SecondCalls[] = Array.from({ length: 60 }, (_, n) => ({
  at: Date.UTC(2026, 10, 23, 10, 0, n),
  delivered: n < 12 ? 0 : Math.round(40 + 30 * wave(n)),
  failed: n < 12 ? 0 : Math.round(6 * wave(n + 3)),
}));

export const PAIRS: ComparedPair[] = [
  { label: 'Made', values: [3_000, 2_400] },
  { label: 'Delivered', values: [2_790, 1_980] },
  { label: 'Failed', values: [210, 420] },
];

export const WEEK_HOURS: WeekHour[] = [1, 2, 3, 4, 5, 6].flatMap((weekday) =>
  [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((hour) => {
    const calls = weekday === 6 ? 8 : Math.round(20 + 120 * wave(weekday * 24 + hour));
    const delivered = Math.round(calls * (0.55 + 0.43 * wave(weekday + hour * 7)));
    return { weekday, hour, delivered, failed: calls - delivered };
  }),
);

export const CREDIT_DAYS: CreditDay[] = creditDays();

function creditDays(): CreditDay[] {
  let balance = 0;
  return YEAR.map((day, n) => {
    const granted = n % 30 === 0 ? 20_000 : 0;
    const held = Math.min(balance + granted, n % 4 === 2 ? Math.round(6_000 * wave(n)) : 0);
    const deducted = Math.round(held * 0.9);
    const released = held - deducted;
    balance += granted - held + released;
    return { day, granted, held, deducted, released, adjusted: 0, balance };
  });
}
