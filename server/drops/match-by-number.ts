import type { DropReport } from '#server/providers/carrier/port.ts';
import { attemptId } from './attempt-id.ts';
import type { CallRow } from './call-store.ts';
import type { DropsDeps } from './drops-deps.ts';
import type { AttemptReport } from './report-recorder.ts';

/** The carrier repeats a signed webhook for half a minute; a call that closed within this time may be the one it is about. */
const AMBIGUOUS_MS = 10 * 60_000;

/**
 * Finds the attempt that a signed webhook is about, which names a number only: the one open attempt to it, where
 * nothing else to that number has become final lately (design §5). `undefined` where that cannot be told.
 */
export async function matchByNumber(
  { calls, campaigns, clock }: DropsDeps,
  report: DropReport,
): Promise<AttemptReport | undefined> {
  const since = new Date(clock.now().getTime() - AMBIGUOUS_MS);
  const rows = await calls.listByNumber(await campaigns.listRecent(since), report.to);
  const open = rows.filter(({ status }) => status === 'claimed' || status === 'placed');
  // A call cannot have happened before it was claimed.
  const earlier = (row: CallRow) =>
    report.occurredAt !== undefined && row.at !== undefined && report.occurredAt < row.at;
  const closedLately = rows.some((row) => closedAt(row) > since.getTime());
  const [row] = open;
  if (row === undefined || open.length > 1 || earlier(row) || closedLately) return undefined;
  return { ...report, attemptId: attemptId(row) };
}

/** When a call, or its run before, became final; 0 for one that never was. */
function closedAt({ status, at, previous }: CallRow): number {
  const closed = status === 'success' || status === 'failed' ? at : previous?.at;
  return closed?.getTime() ?? 0;
}
