import type { Clock } from '#server/clock.ts';
import { parseAttemptId } from './attempt-id.ts';
import type { CallRow, CallStore, FinalCall } from './call-store.ts';
import { gathered } from './gather.ts';
import { groupBy } from './group-by.ts';
import { pauseFaulty, type PauseDeps } from './pause-faulty.ts';
import type { CampaignRegister, DoNotCallList } from './ports.ts';
import { changeOf, finalCallOf, recordOpen, type AttemptReport } from './record-open.ts';

/** How reports wait for others to be stored with; the carrier waits for its answer meanwhile. */
const TOGETHER = { waitMs: 4, most: 1_000, lanes: 2 };

/** `recorded`: durably stored, or a repetition of what is; `unknown`: about no call of ours. */
export type ReportOutcome = 'recorded' | 'unknown';

/** What is to be written for calls of one campaign, run and kind. */
interface Write {
  row: CallRow;
  call: FinalCall;
  late: boolean;
  /** The carrier's account is the reason: the campaign's other calls would end alike. */
  accountFault: boolean;
}

export interface ReportRecorderDeps extends PauseDeps {
  calls: CallStore;
  campaigns: Pick<CampaignRegister, 'find' | 'pause'>;
  doNotCall: Pick<DoNotCallList, 'addReported'>;
  clock: Clock;
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
    this.record = gathered((reports: readonly AttemptReport[]) => this.#store(reports), TOGETHER);
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
  async #storeAfterLook(reports: readonly AttemptReport[], at: Date): Promise<ReadonlySet<string>> {
    const rows = await this.#findRows(reports.map(({ attemptId }) => attemptId));
    const writes = new Map<CallRow, Write>();
    for (const report of reports) {
      const row = rows.get(report.attemptId);
      const write = row && this.#judge(row, report, at);
      // Of two reports about one call the first counts, within a batch as well.
      if (write !== undefined && !writes.has(write.row)) writes.set(write.row, write);
    }
    // Before the calls are final: a report that is final already would not come back after a crash in between.
    await this.#suppress(
      reports.filter(({ doNotCall }) => doNotCall).flatMap(({ attemptId }) => rows.get(attemptId) ?? []),
    );
    await this.#pause([...writes.values()].filter(({ accountFault }) => accountFault));
    await Promise.all(groupWrites(writes.values()).map((group) => this.#write(group)));
    for (const [campaignId, stored] of groupBy(writes.keys(), (row) => row.campaignId)) {
      this.#deps.onRecorded(campaignId, stored.length);
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

  /** What a report changes; nothing where its call is final already. */
  #judge(row: CallRow, report: AttemptReport, at: Date): Write | undefined {
    const { attemptId, outcome, code, accountFault } = report;
    const call = finalCallOf(report, at);
    const current = parseAttemptId(attemptId)?.run === row.run;
    if (current && (row.status === 'claimed' || row.status === 'placed'))
      return { row, call, late: false, accountFault };
    if (!current && row.status === 'pending' && outcome === 'success')
      return { row, call, late: true, accountFault };
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

  /** Pauses the campaigns whose calls the carrier's account has failed, in the leg of the latest of them. */
  async #pause(faulty: readonly Write[]): Promise<void> {
    for (const [id, writes] of groupBy(faulty, ({ row }) => row.campaignId)) {
      const leg = Math.max(...writes.map(({ row }) => row.leg ?? 0));
      await pauseFaulty(this.#deps, { id, leg }, writes[0]?.call.reason ?? '');
    }
  }

  #write(group: readonly Write[]): Promise<number> {
    const [first] = group;
    if (first === undefined) return Promise.resolve(0);
    const { row, call, late } = first;
    const { campaignId, run } = row;
    const rows = group.map((write) => write.row);
    if (!late)
      return this.#deps.calls.report(
        campaignId,
        run,
        rows.map(({ seq }) => seq),
        call,
      );
    return this.#deps.calls.finishPending(
      campaignId,
      run,
      rows.map(({ _id }) => _id),
      call,
    );
  }
}

/** Equal changes together: one update a campaign, run and result. */
function groupWrites(writes: Iterable<Write>): Write[][] {
  const keyOf = ({ row: { campaignId, run }, call, late }: Write) =>
    `${changeOf({ campaignId, run, call })} ${String(late)}`;
  return [...groupBy(writes, keyOf).values()];
}
