import { fromNow, type Clock } from '#server/platform/lib/clock.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import { parseAttemptId } from '#server/features/drops/placement/attempt-id.ts';
import type {
  CallResultStore,
  CallRow,
  FinalCall,
} from '#server/features/drops/contacts/call-result-store.ts';
import { createBatcher } from '#server/platform/lib/concurrency/batcher.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';
import { pauseOnFault, type PauseDeps } from '#server/features/drops/settlement/pause-on-fault.ts';
import type { RunStore } from '#server/features/campaigns/api.ts';
import type { DoNotCallList } from '#server/features/do-not-call/suppressions/api.ts';
import type { DropJobs } from '#server/features/drops/api.ts';
import { changeKey, finalCallOf, recordOpen, type AttemptReport } from './record-open.ts';

/** Batching of writes; the carrier waits for its response meanwhile. Each costs the database as much as 15 more reports. */
const BATCHING = { maxWaitMs: 25, maxBatchSize: 1_000, concurrency: 1 };

/** Attempts to store a report of a call that changes between read and write. */
const MAX_ATTEMPTS = 3;
/** Delayed settlement of a late success, in case the process dies before it schedules the immediate one. */
const SETTLE_LATE_MS = 5_000;

/** `recorded`: durably stored, or a duplicate; `unknown`: no such call. */
export type ReportOutcome = 'recorded' | 'unknown';

/**
 * How a report changes its call: `open` ends it, `retry` ends a call that was about to be retried, `late` is a
 * success of a call that has failed or is being retried.
 */
type Change = 'open' | 'retry' | 'late';

/** A change to one call; equal changes are written together. */
interface Write {
  row: CallRow;
  call: FinalCall;
  change: Change;
  /** The carrier's account is the cause: the other calls of the campaign would fail alike. */
  accountFault: boolean;
}

export interface ReportRecorderDeps extends PauseDeps {
  results: CallResultStore;
  campaigns: Pick<RunStore, 'find' | 'pause'>;
  jobs: Pick<DropJobs, 'notify' | 'settle'>;
  doNotCall: Pick<DoNotCallList, 'addReported'>;
  clock: Clock;
  metrics: Pick<Metrics, 'count'>;
  /** Called after reports of a campaign were stored. */
  onRecorded: (campaignId: string, reports: number) => void;
}

/** Stores reports in batches. A report is durable before its promise resolves. */
export class ReportRecorder {
  readonly #deps: ReportRecorderDeps;
  /** Resolves once the report is stored; rejects if the database cannot store it now. */
  readonly record: (report: AttemptReport) => Promise<ReportOutcome>;

  constructor(deps: ReportRecorderDeps) {
    this.#deps = deps;
    this.record = createBatcher((reports: readonly AttemptReport[]) => this.#store(reports), BATCHING);
  }

  async #store(reports: readonly AttemptReport[]): Promise<ReportOutcome[]> {
    const at = this.#deps.clock.now();
    const stored = await recordOpen(this.#deps, reports, at);
    const others = reports.filter((report) => !stored.has(report));
    const known = others.length > 0 ? await this.#storeAfterRead(others, at) : new Set();
    return reports.map((report) => {
      const isKnown = stored.has(report) || known.has(report.attemptId);
      const outcome = isKnown ? report.outcome : 'unknown';
      this.#deps.metrics.count('hark_drop_reports_total', { outcome });
      return isKnown ? 'recorded' : 'unknown';
    });
  }

  /** Stores reports whose calls have to be read first. Returns the attempt ids that exist. */
  async #storeAfterRead(
    reports: readonly AttemptReport[],
    at: Date,
    attemptsLeft = MAX_ATTEMPTS,
  ): Promise<ReadonlySet<string>> {
    const rows = await this.#findRows(reports.map(({ attemptId }) => attemptId));
    const writes = new Map<CallRow, Write>();
    for (const report of reports) {
      const row = rows.get(report.attemptId);
      const write = row && this.#classify(row, report, at);
      if (write !== undefined && takesPrecedence(write, writes.get(write.row))) writes.set(write.row, write);
    }
    // Before the calls become final: a report of a final call would not be handled again after a crash.
    await this.#suppress(
      reports.filter(({ doNotCall }) => doNotCall).flatMap(({ attemptId }) => rows.get(attemptId) ?? []),
    );
    await this.#pause([...writes.values()].filter(({ accountFault }) => accountFault));
    const missed = await Promise.all(groupWrites(writes.values()).map((group) => this.#write(group)));
    for (const [campaignId, stored] of groupBy(writes.keys(), (row) => row.campaignId)) {
      this.#deps.onRecorded(campaignId, stored.length);
    }
    // A call changed between read and write: read it again, so that no success is lost.
    if (missed.includes(true)) {
      if (attemptsLeft === 1) throw new Error('The calls of these reports keep changing.');
      await this.#storeAfterRead(reports, at, attemptsLeft - 1);
    }
    return new Set(rows.keys());
  }

  /** Returns the calls by attempt id, one row object per call. */
  async #findRows(attemptIds: readonly string[]): Promise<Map<string, CallRow>> {
    const attempts = attemptIds.flatMap((id) => {
      const attempt = parseAttemptId(id);
      return attempt === undefined ? [] : [{ ...attempt, id }];
    });
    const found = new Map<string, CallRow>();
    for (const [campaignId, wanted] of groupBy(attempts, (attempt) => attempt.campaignId)) {
      const rows = await this.#deps.results.listBySeq(
        campaignId,
        wanted.map(({ seq }) => seq),
      );
      const bySeq = new Map(rows.map((row) => [row.seq, row]));
      for (const { id, seq, run } of wanted) {
        const row = bySeq.get(seq);
        if (row !== undefined && run <= row.run) found.set(id, row);
      }
    }
    return found;
  }

  /**
   * Returns the change that a report makes, if any. The first failure of a call counts, and a success at any time.
   */
  #classify(row: CallRow, report: AttemptReport, at: Date): Write | undefined {
    const { attemptId, outcome, code, accountFault } = report;
    const call = finalCallOf(report, at);
    const current = parseAttemptId(attemptId)?.run === row.run;
    if (current && (row.status === 'claimed' || row.status === 'placed'))
      return { row, call, change: 'open', accountFault };
    if (outcome === 'success' && !current && row.status === 'pending')
      return { row, call, change: 'retry', accountFault };
    if (outcome === 'success' && ['failed', 'claimed', 'placed'].includes(row.status))
      return { row, call, change: 'late', accountFault };
    // The carrier reports most outcomes twice, by callback and by webhook: duplicates are logged at debug level.
    const isContradiction = row.status !== outcome;
    this.#deps.log[isContradiction ? 'info' : 'debug'](
      { attemptId, outcome, code },
      'a report about a final call was ignored',
    );
    return undefined;
  }

  /**
   * Adds the numbers of calls to the do-not-call list of the user who called, as stored with the contact, whatever
   * the calls resulted in.
   */
  async #suppress(calls: readonly CallRow[]): Promise<void> {
    for (const [campaignId, rows] of groupBy(calls, (row) => row.campaignId)) {
      const campaign = await this.#deps.campaigns.find(campaignId);
      // An erased campaign has no numbers any more.
      if (campaign === undefined) continue;
      const { caller, name: campaignName } = campaign;
      await this.#deps.doNotCall.addReported({
        userId: caller,
        campaignName,
        phones: rows.map(({ phone }) => phone),
      });
    }
  }

  /**
   * Pauses the campaigns whose calls failed because of the carrier's account, in the latest run epoch of those calls.
   */
  async #pause(faulty: readonly Write[]): Promise<void> {
    for (const [id, writes] of groupBy(faulty, ({ row }) => row.campaignId)) {
      const runEpoch = Math.max(...writes.map(({ row }) => row.runEpoch ?? 0));
      const reason = writes[0]?.call.reason ?? '';
      await pauseOnFault(this.#deps, { id, runEpoch }, { reason, cause: 'account' });
    }
  }

  /** Writes equal changes. Returns true if a call had changed since it was read, so that a success may be lost. */
  async #write(group: readonly Write[]): Promise<boolean> {
    const [first] = group;
    if (first === undefined) return false;
    const { row, call, change } = first;
    const { campaignId, run } = row;
    const { results, jobs, clock } = this.#deps;
    const ids = group.map((write) => write.row._id);
    switch (change) {
      case 'open': {
        const seqs = group.map((write) => write.row.seq);
        const count = await results.report(campaignId, run, seqs, call);
        return call.status === 'success' && count < group.length;
      }
      case 'retry':
        await jobs.settle(campaignId, fromNow(clock, SETTLE_LATE_MS));
        return (await results.finishPending(campaignId, run, ids, call)) < group.length;
      case 'late':
        // Scheduled first: the scan does not cover finished or quiet campaigns.
        await jobs.settle(campaignId, fromNow(clock, SETTLE_LATE_MS));
        return (await results.recordLateSuccess(campaignId, run, ids)) < group.length;
    }
  }
}

/** Returns whether a report replaces another one of the same call: a success does, otherwise the first counts. */
function takesPrecedence({ call }: Write, other: Write | undefined): boolean {
  return other === undefined || (call.status === 'success' && other.call.status !== 'success');
}

/** Groups equal changes: one update per campaign, run and result. */
function groupWrites(writes: Iterable<Write>): Write[][] {
  const keyOf = ({ row: { campaignId, run }, call, change }: Write) =>
    `${changeKey({ campaignId, run, call })} ${change}`;
  return [...groupBy(writes, keyOf).values()];
}
