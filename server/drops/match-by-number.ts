import type { DropReport } from '#server/providers/carrier/port.ts';
import { attemptId } from './attempt-id.ts';
import type { CallRow } from './call-store.ts';
import type { DropsDeps } from './drops-deps.ts';
import { groupBy } from './group-by.ts';
import type { AttemptReport } from './record-open.ts';

/** The carrier repeats a signed webhook for some minutes; a call that closed within this time may be the one it is about. */
const AMBIGUOUS_MS = 10 * 60_000;

/**
 * Finds the attempts that signed webhooks are about, which name a number only: for each the one open attempt to it,
 * where nothing else to that number has become final lately (design §5). `undefined` where that cannot be told.
 */
export async function matchByNumber(
  { calls, campaigns, settlements, clock }: Pick<DropsDeps, 'calls' | 'campaigns' | 'settlements' | 'clock'>,
  reports: readonly DropReport[],
): Promise<(AttemptReport | undefined)[]> {
  const since = clock.now().getTime() - AMBIGUOUS_MS;
  const unsettled = await calls.listUnsettledTo([...new Set(reports.map(({ to }) => to))]);
  const byNumber = groupBy(unsettled, ({ phone }) => phone);
  const candidates = [...byNumber.keys()].filter((phone) => (byNumber.get(phone) ?? []).some(isOpen));
  if (candidates.length > 0) {
    // Settled calls are not in the index of open ones. One that closed lately was settled since, or is about to be.
    const settling = await Promise.all([campaigns.listChangedWithin(AMBIGUOUS_MS), settlements.listOpen()]);
    const settled = await calls.listByNumber([...new Set(settling.flat())], candidates);
    for (const row of settled) byNumber.get(row.phone)?.push(row);
  }
  return reports.map((report) => {
    const row = onlyCandidate(byNumber.get(report.to) ?? [], report, since);
    return row && { ...report, attemptId: attemptId(row) };
  });
}

/** Of the calls to a report's number the one that it must be about. */
function onlyCandidate(
  rows: readonly CallRow[],
  { occurredAt }: DropReport,
  since: number,
): CallRow | undefined {
  const [row, ...others] = distinct(rows).filter(isOpen);
  if (row === undefined || others.length > 0 || rows.some((one) => closedAt(one) > since)) return undefined;
  // A call cannot have happened before it was claimed.
  return occurredAt !== undefined && row.at !== undefined && occurredAt < row.at ? undefined : row;
}

function isOpen({ status }: CallRow): boolean {
  return status === 'claimed' || status === 'placed';
}

/** Each call once, as it was read first. */
function distinct(rows: readonly CallRow[]): CallRow[] {
  return [...new Map([...rows].reverse().map((row) => [String(row._id), row])).values()];
}

/** When a call, or its run before, became final; 0 for one that never was. */
function closedAt({ status, at, previous }: CallRow): number {
  const closed = status === 'success' || status === 'failed' ? at : previous?.at;
  return closed?.getTime() ?? 0;
}
