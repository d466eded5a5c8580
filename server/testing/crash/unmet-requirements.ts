import type { FaultOptions, InjectedFaults } from './fault-plan.ts';
import type { Findings } from './verify-run.ts';

/** Minimum share of deliverable numbers that are delivered, and maximum share of contacts without a report. */
export interface CrashBounds {
  minDelivered: number;
  maxLostReports: number;
}

const BOUNDS: CrashBounds = { minDelivered: 0.9, maxLostReports: 0.1 };

/**
 * Returns what makes a crash test inconclusive, one line each: a fault that never happened, too few faults, too few
 * deliveries, or too many lost reports. Empty for a conclusive test.
 */
export function unmetRequirements(
  {
    killed,
    delivered,
    deliverable,
    lostReports,
  }: Pick<Findings, 'delivered' | 'deliverable' | 'lostReports'> & { killed: InjectedFaults },
  { faults, kills, contacts }: FaultOptions,
  { minDelivered, maxLostReports } = BOUNDS,
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
    ...(lostReports > maxLostReports * contacts
      ? [`${String(lostReports)} lost reports of ${String(contacts)}`]
      : []),
  ];
}
