import { callReasonKey, callRetry } from '#shared/call-reasons.ts';
import type { DropReport } from '#server/providers/carrier/port.ts';
import { parseAttemptId, type Attempt } from '#server/features/drops/placement/attempt-id.ts';
import type { CallResultStore, FinalCall } from '#server/features/drops/contacts/call-result-store.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';

/** A report that names its attempt. */
export type AttemptReport = DropReport & { attemptId: string };

export interface RecordOpenDeps {
  results: Pick<CallResultStore, 'report'>;
  /** Called after reports of a campaign were stored. */
  onRecorded: (campaignId: string, reports: number) => void;
}

/** Returns the result that a report gives to its call. */
export function finalCallOf(
  { outcome, code, reason, doNotCall, carrierFault }: DropReport,
  at: Date,
): FinalCall {
  return {
    status: outcome,
    at,
    code,
    reason,
    retryable: outcome === 'failed' && !doNotCall && callRetry(callReasonKey({ code, reason })) !== 'never',
    ...(carrierFault && { carrierFault }),
  };
}

/** Returns a key that is equal for equal changes, which are written together. */
export function changeKey({
  campaignId,
  run,
  call,
}: Pick<Attempt, 'campaignId' | 'run'> & { call: FinalCall }): string {
  return JSON.stringify([campaignId, run, call]);
}

/**
 * Stores reports of open calls, the common case, with one update per group of equal ones and without a read. Returns
 * those that are stored; the others need their calls to be read (`ReportRecorder`).
 */
export async function recordOpen(
  { results, onRecorded }: RecordOpenDeps,
  reports: readonly AttemptReport[],
  at: Date,
): Promise<Set<AttemptReport>> {
  const stored = new Set<AttemptReport>();
  const record = async (group: readonly ParsedReport[]): Promise<void> => {
    const [first] = group;
    if (first === undefined) return;
    const { campaignId, run, call } = first;
    const seqs = group.map(({ seq }) => seq);
    const count = await results.report(campaignId, run, seqs, call);
    if (count > 0) onRecorded(campaignId, count);
    if (count === group.length) for (const one of group) stored.add(one.report);
  };
  await Promise.all([...groupBy(independentReports(reports, at), changeKey).values()].map(record));
  return stored;
}

interface ParsedReport extends Attempt {
  report: AttemptReport;
  call: FinalCall;
}

/** Returns the first report of each attempt, without those that need another write before their call is final. */
function independentReports(reports: readonly AttemptReport[], at: Date): ParsedReport[] {
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
