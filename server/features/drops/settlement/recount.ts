import { utcDay } from '#shared/drop-schedule.ts';
import type { RecountedCall, RecountStore } from './recount-store.ts';
import { addHours, countsOf, sumReasons, type HourCounts, type ReasonCounts } from './call-counts.ts';

/** What the counters of a day should have of some calls. */
export interface DayShare {
  delivered: number;
  failed: number;
  hours: HourCounts;
}

/** The counters of a campaign as its contacts make them. */
export interface Recount {
  delivered: number;
  failed: number;
  retryable: number;
  reasons: ReasonCounts;
  /** By UTC day. */
  days: Map<string, DayShare>;
}

/** Counts the settled calls of a campaign again, in constant memory. Exact while it has no open settlement. */
export async function recount(
  calls: Pick<RecountStore, 'streamCalls'>,
  campaignId: string,
): Promise<Recount> {
  const sum: Recount = { delivered: 0, failed: 0, retryable: 0, reasons: {}, days: new Map() };
  for await (const call of calls.streamCalls(campaignId)) addCall(sum, asSettled(call));
  return sum;
}

/** Returns a call as it was settled last: a late success that is not settled yet still counts as failed. */
function asSettled(call: RecountedCall): RecountedCall | undefined {
  if (call.settlement === undefined) return undefined;
  if (call.unsettled !== true) return call;
  const before = call.failedBefore;
  return before === undefined ? undefined : { ...call, ...before, status: 'failed', failedBefore: undefined };
}

function addCall(sum: Recount, call: RecountedCall | undefined): void {
  if (call?.at === undefined || (call.status !== 'success' && call.status !== 'failed')) return;
  const { reasons, hours } = countsOf([call]);
  sum.reasons = sumReasons(sum.reasons, reasons);
  const day = utcDay(call.at);
  const share = sum.days.get(day) ?? { delivered: 0, failed: 0, hours: {} };
  const field = call.status === 'success' ? 'delivered' : 'failed';
  sum[field] += 1;
  share[field] += 1;
  if (call.status === 'failed' && call.retryable === true) sum.retryable += 1;
  addHours(share.hours, hours);
  sum.days.set(day, share);
}
