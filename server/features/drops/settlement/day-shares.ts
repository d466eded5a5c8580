import type { DayShare } from './call-counts.ts';
import type { SettlementDocument } from './settlement-store.ts';

/**
 * Returns what a settlement adds to the counters of its day; a call that is retried on the day of its failure counts once
 * there. Older versions took retried calls out of the counters of their days by settlements of their own.
 */
export function daySharesOf({
  day,
  delivered,
  failed,
  hours = {},
  replaces,
  takesBack,
  final,
}: SettlementDocument): DayShare[] {
  if (final === true) return [];
  return (
    takesBack?.days.map((taken) => ({ delivered: 0, ...taken })) ?? [
      { day, delivered, failed: failed - (replaces?.ofDay ?? 0), hours },
    ]
  );
}
