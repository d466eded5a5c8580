import type { DropReport } from '#server/providers/carrier/port.ts';
import { parseAttemptId, type Attempt } from '#server/drops/placement/attempt-id.ts';
import type { CallStore, FinalCall } from '#server/drops/contacts/call-store.ts';
import { groupBy } from '#server/lib/group-by.ts';

/** A report that names its attempt. */
export type AttemptReport = DropReport & { attemptId: string };

export interface RecordOpenDeps {
  calls: Pick<CallStore, 'report'>;
  /** Told after reports of a campaign were stored. */
  onRecorded: (campaignId: string, reports: number) => void;
}

/** What a report makes of its call. */
export function finalCallOf(
  { outcome, code, reason, doNotCall, carrierFault }: DropReport,
  at: Date,
): FinalCall {
  return {
    status: outcome,
    at,
    code,
    reason,
    retryable: outcome === 'failed' && !doNotCall,
    ...(carrierFault && { carrierFault }),
  };
}

/** Tells the changes of calls apart: equal ones are made together. */
export function changeOf({
  campaignId,
  run,
  call,
}: Pick<Attempt, 'campaignId' | 'run'> & { call: FinalCall }): string {
  return JSON.stringify([campaignId, run, call]);
}

/**
 * Stores reports about calls that are open, which nearly all are, by one update for equal ones and without reading
 * anything. Answers those that are stored; the others need a look at their calls (ReportRecorder).
 */
export async function recordOpen(
  { calls, onRecorded }: RecordOpenDeps,
  reports: readonly AttemptReport[],
  at: Date,
): Promise<Set<AttemptReport>> {
  const stored = new Set<AttemptReport>();
  const record = async (group: readonly Attempted[]): Promise<void> => {
    const [first] = group;
    if (first === undefined) return;
    const { campaignId, run, call } = first;
    const seqs = group.map(({ seq }) => seq);
    const count = await calls.report(campaignId, run, seqs, call);
    if (count > 0) onRecorded(campaignId, count);
    if (count === group.length) for (const one of group) stored.add(one.report);
  };
  await Promise.all([...groupBy(plainOnes(reports, at), changeOf).values()].map(record));
  return stored;
}

interface Attempted extends Attempt {
  report: AttemptReport;
  call: FinalCall;
}

/** Of each attempt the first report, which counts; none that has to change something else before its call is final. */
function plainOnes(reports: readonly AttemptReport[], at: Date): Attempted[] {
  const seen = new Set<string>();
  return reports.flatMap((report) => {
    const attempt = parseAttemptId(report.attemptId);
    if (attempt === undefined || seen.has(report.attemptId)) return [];
    seen.add(report.attemptId);
    return report.doNotCall || report.accountFault
      ? []
      : [{ ...attempt, report, call: finalCallOf(report, at) }];
  });
}
