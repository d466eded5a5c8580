import type { CrashOptions, CrashResult } from './crash-run.ts';

/** The share of deliverable numbers that must take their voicemail, and of all that may end without a report. */
export interface CrashBounds {
  leastDelivered: number;
  mostExcused: number;
}

const BOUNDS: CrashBounds = { leastDelivered: 0.9, mostExcused: 0.1 };

/**
 * Says what a crash test has not put to the test, a line each: a fault that never happened, too few faults, too few
 * deliveries, or too many calls that were excused. Empty for a test that proves something.
 */
export function shortfalls(
  {
    killed,
    delivered,
    deliverable,
    excused,
  }: Pick<CrashResult, 'killed' | 'delivered' | 'deliverable' | 'excused'>,
  { faults, kills, contacts }: Pick<CrashOptions, 'faults' | 'kills' | 'contacts'>,
  { leastDelivered, mostExcused } = BOUNDS,
): string[] {
  const happened = Object.values(killed).reduce((sum, times) => sum + times, 0);
  // The campaign may end before the last planned fault is due.
  const least = Math.max(1, kills - 1);
  return [
    ...faults.filter((fault) => (killed[fault] ?? 0) === 0).map((fault) => `never happened: ${fault}`),
    ...(happened < least ? [`only ${String(happened)} faults of ${String(kills)}`] : []),
    ...(delivered < leastDelivered * deliverable
      ? [`only ${String(delivered)} delivered of ${String(deliverable)} that can be`]
      : []),
    ...(excused > mostExcused * contacts ? [`${String(excused)} excused of ${String(contacts)}`] : []),
  ];
}
