import type { CallReasonKey } from '#shared/call-reasons.ts';
import type { CallQuery } from '#shared/schemas/campaigns/call-query.ts';
import { scansOf, type FinalState, type LacksKeys } from './call-scans.ts';
import type { CallListStore } from './call-list-store.ts';
import type { CallsOf, Matching } from './calls-of.ts';

/** Up to so many calls are counted one by one, and filtered and sorted in memory. */
export const MAX_SELECTED = 1_000;

type Filter = Pick<CallQuery, 'status' | 'reason' | 'sort'>;

/** Returns which final calls of a query lack the key of their result. */
export async function lacksKeysFor(
  store: CallListStore,
  campaignId: string,
  { status, reason }: Filter,
): Promise<LacksKeys> {
  const lacks = async (state: FinalState) => {
    if (status !== undefined && status !== state) return false;
    if (reason !== undefined && state === 'success') return false;
    return store.lacksKeys(campaignId, state);
  };
  const [success, failed] = await Promise.all([lacks('success'), lacks('failed')]);
  return { success, failed };
}

/** Returns how many calls match the status and reason of a query, from the counters where there are many. */
export async function countMatching(
  store: CallListStore,
  calls: CallsOf,
  { status, reason }: Filter,
  lacksKeys: LacksKeys,
): Promise<Matching> {
  if (status === undefined && reason === undefined) return { count: calls.total, exact: true };
  if (reason !== undefined && status !== undefined && status !== 'failed') return { count: 0, exact: true };
  const counter = reason === undefined ? counterOf(calls, status) : reasonCounter(calls, reason);
  if (counter !== undefined && (calls.progress !== 'some' || counter > MAX_SELECTED))
    return { count: counter, exact: true };
  const scans = scansOf(calls.id, { status, reason, sort: 'date' }, lacksKeys);
  const counts = await Promise.all(scans.map((scan) => store.count(scan, MAX_SELECTED + 1)));
  const count = counts.reduce((sum, n) => sum + n, 0);
  return count > MAX_SELECTED ? { count: MAX_SELECTED, exact: false } : { count, exact: true };
}

/**
 * Returns the numbers of all delivered calls where a list by status has hardly any of them: its index would be searched for
 * them among all calls.
 */
export async function rareSuccesses(
  store: CallListStore,
  campaignId: string,
  { status, reason, sort }: Filter,
  lacksKeys: LacksKeys,
): Promise<readonly number[] | undefined> {
  if (sort !== 'status' || status !== undefined || reason !== undefined) return undefined;
  const scans = scansOf(campaignId, { status: 'success', sort: 'date' }, lacksKeys);
  const found = await Promise.all(
    scans.map(({ equal, index }) => store.entries(equal, index, MAX_SELECTED + 1, true)),
  );
  const numbers = found.flat().map(({ seq }) => seq);
  return numbers.length > MAX_SELECTED ? undefined : numbers;
}

/** The counter of a status, which lags behind while calls are reported. */
function counterOf(
  { total, delivered, failed, progress }: CallsOf,
  status: Filter['status'],
): number | undefined {
  if (status === 'success') return delivered;
  if (status === 'failed') return failed;
  if (progress === 'some') return undefined;
  return status === 'pending' && progress === 'none' ? total : 0;
}

function reasonCounter({ outcomes }: CallsOf, reason: CallReasonKey): number | undefined {
  return outcomes && (outcomes[reason]?.calls ?? 0);
}
