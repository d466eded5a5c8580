import type { Clock } from '#server/lib/clock.ts';
import { parseAttemptId } from '#server/drops/placement/attempt-id.ts';
import type { CallRow, CallStore, FinalCall } from '#server/drops/contacts/call-store.ts';
import { createBatcher } from './batcher.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { pauseFaulty, type PauseDeps } from '#server/drops/settlement/pause-faulty.ts';
import type { CampaignRegister, DoNotCallList, DropJobs } from '#server/drops/ports.ts';
import { changeOf, finalCallOf, recordOpen, type AttemptReport } from './record-open.ts';

/** How reports wait for others to be stored with; the carrier waits for its answer meanwhile. */
const TOGETHER = { maxWaitMs: 4, most: 1_000, lanes: 2 };

/** A call that changes between the look and the write is looked at again, so often. */
const MAX_LOOKS = 3;
/** A late success is settled with others at once; this finds it where the process dies before. */
const SETTLE_LATE_MS = 5_000;

/** `recorded`: durably stored, or a repetition of what is; `unknown`: about no call of ours. */
export type ReportOutcome = 'recorded' | 'unknown';

/**
 * How a report changes its call: `open` ends it, `retry` ends a call that was about to be made again, `late` is a success
 * of one that has failed or is being made again.
 */
type Change = 'open' | 'retry' | 'late';

/** What is to be written for calls of one campaign, run and kind. */
interface Write {
  row: CallRow;
  call: FinalCall;
  change: Change;
  /** The carrier's account is the reason: the campaign's other calls would end alike. */
  accountFault: boolean;
}

export interface ReportRecorderDeps extends PauseDeps {
  calls: CallStore;
  campaigns: Pick<CampaignRegister, 'find' | 'pause'>;
  jobs: Pick<DropJobs, 'notify' | 'settle'>;
  doNotCall: Pick<DoNotCallList, 'addReported'>;
  clock: Clock;
  realTime: Clock;
  /** Told after reports of a campaign were stored. */
  onRecorded: (campaignId: string, reports: number) => void;
}

/** Stores reports in batches: an answer means that the report is durable (design §4, "Reports"). */
export class ReportRecorder {
  readonly #deps: ReportRecorderDeps;
  /** Resolves once the report is stored; rejects where the database cannot store it now. */
  readonly record: (report: AttemptReport) => Promise<ReportOutcome>;

  constructor(deps: ReportRecorderDeps) {
    this.#deps = deps;
    this.record = createBatcher((reports: readonly AttemptReport[]) => this.#store(reports), TOGETHER);
  }

  async #store(reports: readonly AttemptReport[]): Promise<ReportOutcome[]> {
    const at = this.#deps.clock.now();
    const stored = await recordOpen(this.#deps, reports, at);
    const others = reports.filter((report) => !stored.has(report));
    const known = others.length > 0 ? await this.#storeAfterLook(others, at) : new Set();
    return reports.map((report) =>
      stored.has(report) || known.has(report.attemptId) ? 'recorded' : 'unknown',
    );
  }

  /** Stores what its call has to be read for; answers the attempts that there are. */
  async #storeAfterLook(
    reports: readonly AttemptReport[],
    at: Date,
    looks = MAX_LOOKS,
  ): Promise<ReadonlySet<string>> {
    const rows = await this.#findRows(reports.map(({ attemptId }) => attemptId));
    const writes = new Map<CallRow, Write>();
    for (const report of reports) {
      const row = rows.get(report.attemptId);
      const write = row && this.#judge(row, report, at);
      if (write !== undefined && counts(write, writes.get(write.row))) writes.set(write.row, write);
    }
    // Before the calls are final: a report that is final already would not come back after a crash in between.
    await this.#suppress(
      reports.filter(({ doNotCall }) => doNotCall).flatMap(({ attemptId }) => rows.get(attemptId) ?? []),
    );
    await this.#pause([...writes.values()].filter(({ accountFault }) => accountFault));
    const missed = await Promise.all(groupWrites(writes.values()).map((group) => this.#write(group)));
    for (const [campaignId, stored] of groupBy(writes.keys(), (row) => row.campaignId)) {
      this.#deps.onRecorded(campaignId, stored.length);
    }
    // A call that moved on between the look and the write is looked at once more: no success is lost.
    if (missed.includes(true)) {
      if (looks === 1) throw new Error('The calls of these reports keep changing.');
      await this.#storeAfterLook(reports, at, looks - 1);
    }
    return new Set(rows.keys());
  }

  /** The calls of attempts, by attempt id; one row object a call. */
  async #findRows(attemptIds: readonly string[]): Promise<Map<string, CallRow>> {
    const attempts = attemptIds.flatMap((id) => {
      const attempt = parseAttemptId(id);
      return attempt === undefined ? [] : [{ ...attempt, id }];
    });
    const found = new Map<string, CallRow>();
    for (const [campaignId, wanted] of groupBy(attempts, (attempt) => attempt.campaignId)) {
      const rows = await this.#deps.calls.listBySeq(
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

  /** What a report changes. The first failure of a call counts, and a success whenever it comes. */
  #judge(row: CallRow, report: AttemptReport, at: Date): Write | undefined {
    const { attemptId, outcome, code, accountFault } = report;
    const call = finalCallOf(report, at);
    const current = parseAttemptId(attemptId)?.run === row.run;
    if (current && (row.status === 'claimed' || row.status === 'placed'))
      return { row, call, change: 'open', accountFault };
    if (outcome === 'success' && !current && row.status === 'pending')
      return { row, call, change: 'retry', accountFault };
    if (outcome === 'success' && ['failed', 'claimed', 'placed'].includes(row.status))
      return { row, call, change: 'late', accountFault };
    // The carrier tells most outcomes twice, by callback and by webhook: that is no news.
    const news = row.status !== outcome;
    this.#deps.log[news ? 'info' : 'debug'](
      { attemptId, outcome, code },
      'a report about a final call was ignored',
    );
    return undefined;
  }

  /**
   * Puts the numbers of calls on the do-not-call list of whoever called, as our own list has them. Whatever became of
   * the call: that it failed for another reason, or was given up, does not make the number fit to be called.
   */
  async #suppress(calls: readonly CallRow[]): Promise<void> {
    for (const [campaignId, rows] of groupBy(calls, (row) => row.campaignId)) {
      const campaign = await this.#deps.campaigns.find(campaignId);
      // A campaign that is gone has taken its numbers along.
      if (campaign === undefined) continue;
      const { userId, name: campaignName } = campaign;
      await this.#deps.doNotCall.addReported({
        userId,
        campaignName,
        phones: rows.map(({ phone }) => phone),
      });
    }
  }

  /** Pauses the campaigns whose calls the carrier's account has failed, in the run epoch of the latest of them. */
  async #pause(faulty: readonly Write[]): Promise<void> {
    for (const [id, writes] of groupBy(faulty, ({ row }) => row.campaignId)) {
      const runEpoch = Math.max(...writes.map(({ row }) => row.runEpoch ?? 0));
      await pauseFaulty(this.#deps, { id, runEpoch }, writes[0]?.call.reason ?? '');
    }
  }

  /** Makes equal changes; true where a call was not as it was found any more and its success may be lost. */
  async #write(group: readonly Write[]): Promise<boolean> {
    const [first] = group;
    if (first === undefined) return false;
    const { row, call, change } = first;
    const { campaignId, run } = row;
    const { calls, jobs, realTime } = this.#deps;
    const ids = group.map((write) => write.row._id);
    switch (change) {
      case 'open': {
        const seqs = group.map((write) => write.row.seq);
        const count = await calls.report(campaignId, run, seqs, call);
        return call.status === 'success' && count < group.length;
      }
      case 'retry':
        await jobs.settle(campaignId, new Date(realTime.now().getTime() + SETTLE_LATE_MS));
        return (await calls.finishPending(campaignId, run, ids, call)) < group.length;
      case 'late':
        // Asked for first: the scan does not look at campaigns that have finished or are quiet.
        await jobs.settle(campaignId, new Date(realTime.now().getTime() + SETTLE_LATE_MS));
        return (await calls.recordLateSuccess(campaignId, run, ids)) < group.length;
    }
  }
}

/** Whether a report counts beside another one about the same call: a success does, otherwise the first. */
function counts({ call }: Write, other: Write | undefined): boolean {
  return other === undefined || (call.status === 'success' && other.call.status !== 'success');
}

/** Equal changes together: one update a campaign, run and result. */
function groupWrites(writes: Iterable<Write>): Write[][] {
  const keyOf = ({ row: { campaignId, run }, call, change }: Write) =>
    `${changeOf({ campaignId, run, call })} ${change}`;
  return [...groupBy(writes, keyOf).values()];
}
