import type { DropReport } from '#server/providers/carrier/port.ts';
import { attemptId } from '#server/features/drops/placement/attempt-id.ts';
import { closedAt } from '#server/features/drops/contacts/contact-model.ts';
import type { CallRow } from '#server/features/drops/contacts/call-result-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { REPEATED_FOR_MS } from '#server/features/drops/contacts/erased-call-store.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';
import type { AttemptReport } from './record-open.ts';

/**
 * Finds the attempts of signed webhooks, which name only a number: the one open attempt to it, if no other call to
 * that number has become final lately. Else `undefined`, also for campaigns reserved by another process, which
 * records them itself.
 */
export async function matchByNumber(
  {
    results,
    openCampaigns,
    settlements,
    erasedCalls,
    clock,
  }: Pick<DropsDeps, 'results' | 'openCampaigns' | 'settlements' | 'erasedCalls' | 'clock'>,
  reports: readonly DropReport[],
): Promise<(AttemptReport | undefined)[]> {
  const since = new Date(clock.now().getTime() - REPEATED_FOR_MS);
  const unsettled = await results.listUnsettledTo([...new Set(reports.map(({ to }) => to))]);
  const byNumber = groupBy(unsettled, ({ phone }) => phone);
  const candidates = [...byNumber.keys()].filter((phone) => (byNumber.get(phone) ?? []).some(isOpen));
  let reserved: ReadonlySet<string> = new Set();
  let erased: ReadonlySet<string> = new Set();
  if (candidates.length > 0) {
    reserved = new Set(await openCampaigns.listReserved());
    // The index covers open calls only. A call that closed lately belongs to a recent or open settlement.
    const settling = await Promise.all([
      openCampaigns.listChangedWithin(REPEATED_FOR_MS),
      settlements.listOpen(),
    ]);
    const settled = await results.listByNumber([...new Set(settling.flat())], candidates);
    for (const row of settled) byNumber.get(row.phone)?.push(row);
    // Read last: a call is recorded as erased before its contact is erased.
    erased = await erasedCalls.among(candidates, since);
  }
  return reports.map((report) => {
    if (erased.has(report.to)) return undefined;
    const row = onlyCandidate(byNumber.get(report.to) ?? [], report, since);
    return row && !reserved.has(row.campaignId) ? { ...report, attemptId: attemptId(row) } : undefined;
  });
}

/** Returns the call that a report must be about, if there is exactly one candidate. */
function onlyCandidate(
  rows: readonly CallRow[],
  { occurredAt }: DropReport,
  since: Date,
): CallRow | undefined {
  const [row, ...others] = distinct(rows).filter(isOpen);
  if (row === undefined || others.length > 0 || rows.some((one) => (closedAt(one) ?? 0) > since))
    return undefined;
  // A call cannot have happened before it was claimed.
  return occurredAt !== undefined && row.at !== undefined && occurredAt < row.at ? undefined : row;
}

function isOpen({ status }: CallRow): boolean {
  return status === 'claimed' || status === 'placed';
}

/** Removes duplicates, keeping the row that was read first. */
function distinct(rows: readonly CallRow[]): CallRow[] {
  return [...new Map([...rows].reverse().map((row) => [String(row._id), row])).values()];
}
