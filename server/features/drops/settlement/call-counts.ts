import { offsetsOf } from '#shared/calling/zone-offsets.ts';
import { callReasonKey, type CallReasonKey } from '#shared/call-reasons.ts';
import { utcDay } from '#shared/drop-schedule.ts';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import type { ContactDocument } from '#server/features/drops/contacts/contact-model.ts';

/** How many calls failed for one reason, and how many of these can be made again. */
export interface ReasonCount {
  calls: number;
  retryable: number;
}
export type ReasonCounts = Partial<Record<CallReasonKey, ReasonCount>>;

/** The calls made in one hour of the week. */
export interface HourCount {
  delivered: number;
  failed: number;
}
/** By hour of the week, in the called person's own time: `1-09` is Monday from 9:00 to 10:00. */
export type HourCounts = Record<string, HourCount>;

/** What a set of calls adds to the counters. */
export interface CallCounts {
  reasons: ReasonCounts;
  hours: HourCounts;
}

/** The fields of a final call that are counted. */
export type CountedCall = Pick<
  ContactDocument,
  'status' | 'reason' | 'code' | 'retryable' | 'called' | 'failedBefore' | 'previous'
>;

/** Returns the counts of final calls that were in no counter; cancelled calls count nowhere. */
export function countsOf(calls: readonly CountedCall[]): CallCounts {
  const counts = emptyCounts();
  for (const call of calls) {
    if (call.status === 'success') addHour(counts, hourOfDelivery(call), { delivered: 1, failed: 0 });
    else if (call.status === 'failed') addFailure(counts, call, call.called);
  }
  return counts;
}

/** Returns whether a settlement counted its calls by hour; those of older versions did not. */
export type CountsHours = (settlement: number | undefined) => boolean;

/** Returns the counts that turn calls counted as failed into delivered ones. */
export function countsOfLateSuccesses(
  calls: readonly (CountedCall & Pick<ContactDocument, 'settlement'>)[],
  countsHours: CountsHours,
): CallCounts {
  const counts = emptyCounts();
  for (const call of calls) {
    addFailure(counts, call.failedBefore ?? {}, countsHours(call.settlement) ? call.called : undefined, -1);
    addHour(counts, hourOfDelivery(call), { delivered: 1, failed: 0 });
  }
  return counts;
}

/** What a settlement adds to the counters of one day. */
export interface DayShare {
  day: string;
  delivered: number;
  failed: number;
  hours: HourCounts;
}

/** Failed calls that were retried, whose new results are counted. */
export interface ReplacedCalls {
  calls: number;
  /** Those of them that the day of the new results has counted as failed: a day counts a call once. */
  ofDay: number;
}

/** Whether the day of a call's failure counts it still, now that its retry has a result. */
export type CountsPrevious = (call: Pick<ContactDocument, 'seq' | 'previous'>) => boolean;

/** Returns the failed calls that calls with a result of this day replace, and what they had added to the hours of the day. */
export function replacedCalls(
  calls: readonly Pick<ContactDocument, 'seq' | 'status' | 'previous'>[],
  day: string,
  { countsHours, countsPrevious }: { countsHours: CountsHours; countsPrevious: CountsPrevious },
): ReplacedCalls & Pick<CallCounts, 'hours'> {
  const replaced = { calls: 0, ofDay: 0, hours: {} };
  for (const call of calls) {
    const { previous } = call;
    if (previous === undefined || call.status === 'cancelled' || !countsPrevious(call)) continue;
    replaced.calls += 1;
    if (previous.at === undefined || utcDay(previous.at) !== day) continue;
    replaced.ofDay += 1;
    if (countsHours(previous.settlement))
      addHour(replaced, hourOfWeek(previous.called), { delivered: 0, failed: -1 });
  }
  return replaced;
}

/** Returns the sum of two counts by reason. */
export function sumReasons(one: ReasonCounts, other: ReasonCounts): ReasonCounts {
  const sum: ReasonCounts = { ...one };
  for (const [key, { calls, retryable }] of reasonEntries(other)) {
    const before = sum[key] ?? { calls: 0, retryable: 0 };
    sum[key] = { calls: before.calls + calls, retryable: before.retryable + retryable };
  }
  return sum;
}

/** Adds counts by hour to others. */
export function addHours(to: HourCounts, hours: HourCounts): void {
  for (const [hour, count] of Object.entries(hours)) addHour({ hours: to }, hour, count);
}

/** Returns the reasons that are counted. */
export function reasonEntries(counts: ReasonCounts): [CallReasonKey, ReasonCount][] {
  return Object.entries(counts) as [CallReasonKey, ReasonCount][];
}

function emptyCounts(): CallCounts {
  return { reasons: {}, hours: {} };
}

function addFailure(
  counts: CallCounts,
  { code, reason, retryable }: Pick<CountedCall, 'code' | 'reason' | 'retryable'>,
  called: CountedCall['called'],
  by: 1 | -1 = 1,
): void {
  const one = { calls: by, retryable: retryable === true ? by : 0 };
  counts.reasons = sumReasons(counts.reasons, { [callReasonKey({ code, reason })]: one });
  addHour(counts, hourOfWeek(called), { delivered: 0, failed: by });
}

function addHour({ hours }: { hours: HourCounts }, hour: string | undefined, added: HourCount): void {
  if (hour === undefined) return;
  const { delivered, failed } = hours[hour] ?? { delivered: 0, failed: 0 };
  hours[hour] = { delivered: delivered + added.delivered, failed: failed + added.failed };
}

/** A success of the run before, which came while the call waited to be made again, was called in that run. */
function hourOfDelivery({ called, previous }: Pick<CountedCall, 'called' | 'previous'>): string | undefined {
  return hourOfWeek(called ?? previous?.called);
}

/** 1970 began on a Thursday. */
const FIRST_WEEKDAY = 4;

/** Returns the hour of the week of a call; undefined if it was never called or its time zone is not known. */
function hourOfWeek(called: ContactDocument['called']): string | undefined {
  if (called?.zone === undefined) return undefined;
  const time = called.at.getTime();
  const local = time + offsetsOf(called.zone).at(time);
  const weekday = ((Math.floor(local / DAY_MS) + FIRST_WEEKDAY - 1) % 7) + 1;
  const hour = Math.floor((local % DAY_MS) / HOUR_MS);
  return `${String(weekday)}-${String(hour).padStart(2, '0')}`;
}
