import type { CrashOptions, CrashResult } from './crash-run.ts';

/** Minimum share of deliverable numbers that are delivered, and maximum share of contacts without a report. */
export interface CrashBounds {
  minDelivered: number;
  maxExcused: number;
}

const BOUNDS: CrashBounds = { minDelivered: 0.9, maxExcused: 0.1 };

/**
 * Returns what makes a crash test inconclusive, one line each: a fault that never happened, too few faults, too few
 * deliveries, or too many excused calls. Empty for a conclusive test.
 */
export function unmetRequirements(
  {
    killed,
    delivered,
    deliverable,
    lostReports: excused,
  }: Pick<CrashResult, 'killed' | 'delivered' | 'deliverable' | 'excused'>,
  { faults, kills, contacts }: Pick<CrashOptions, 'faults' | 'kills' | 'contacts'>,
  { minDelivered, maxExcused } = BOUNDS,
): string[] {
  const happened = Object.values(killed).reduce((sum, times) => sum + times, 0);
  // The campaign may end before the last planned fault.
  const minFaults = Math.max(1, kills - 1);
  return [
    ...faults.filter((fault) => (killed[fault] ?? 0) === 0).map((fault) => `never happened: ${fault}`),
    ...(happened < minFaults ? [`only ${String(happened)} faults of ${String(kills)}`] : []),
    ...(delivered < minDelivered * deliverable
      ? [`only ${String(delivered)} delivered of ${String(deliverable)} that can be`]
      : []),
    ...(excused > maxExcused * contacts ? [`${String(excused)} excused of ${String(contacts)}`] : []),
  ];
}
