import { LRUCache } from 'lru-cache';
import { AppError } from '#server/platform/lib/errors.ts';
import { equalSecrets } from '#server/platform/lib/secrets/secrets.ts';
import type { DropReport } from '#server/providers/carrier/port.ts';
import type { CarrierWebhooks, RecordedReport } from '#server/platform/http/carrier-listener.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { createBatcher } from '#server/platform/lib/concurrency/batcher.ts';
import { parseJson } from '#server/providers/parse-json.ts';
import { matchByNumber } from './match-by-number.ts';
import type { AttemptReport } from './record-open.ts';
import type { ReportRecorder } from './report-recorder.ts';
import { createSignedWebhookReader } from './signed-webhooks.ts';

/** Signed webhooks are matched in batches. */
const BATCHING = { maxWaitMs: 5, maxBatchSize: 500, concurrency: 2 };

export interface CarrierWebhookParts {
  recorder: Pick<ReportRecorder, 'record'>;
  /** Accepted secrets of callback paths. */
  secrets: readonly string[];
  /** Fetches the signing secrets of the carrier again. */
  renewSigningSecrets(): Promise<void>;
}

/**
 * Returns the handlers of the carrier's webhooks. They resolve only if the report is stored, or ignored; they reject with
 * `AppError` UNAVAILABLE during a database outage, and with another one for what is not a report of a call.
 */
export function createCarrierWebhooks(
  deps: DropsDeps,
  { recorder, secrets, renewSigningSecrets }: CarrierWebhookParts,
): CarrierWebhooks {
  const recent = new RecentReports();
  const readSigned = createSignedWebhookReader({ ...deps, renewSigningSecrets });
  const match = createBatcher((reports: readonly DropReport[]) => matchByNumber(deps, reports), BATCHING);

  async function recordSigned(report: DropReport): Promise<RecordedReport> {
    if (report.foreignCampaign !== undefined) {
      const { foreignCampaign, callId, outcome, code } = report;
      deps.log.info({ foreignCampaign, callId, outcome, code }, 'a report of another campaign was ignored');
      deps.metrics.count('hark_drop_reports_total', { outcome: 'foreign' });
      return 'ignored';
    }
    if (recent.has(report)) return 'recorded';
    const attemptId = report.attemptId ?? recent.attemptOf(report);
    const matched = attemptId === undefined ? await match(report) : { ...report, attemptId };
    if (matched === undefined) return 'ignored';
    return (await recorder.record(matched)) === 'recorded' ? 'recorded' : 'ignored';
  }

  return {
    async callback(secret, text) {
      if (!secrets.some((accepted) => equalSecrets(secret, accepted)))
        throw new AppError('NOT_FOUND', 'Not found');
      const report = deps.carrier.parseCallback(parseJson(text));
      if (report === undefined) return 'ignored';
      const { attemptId } = report;
      if (attemptId === undefined) throw new AppError('INVALID_INPUT', 'The report names no attempt.');
      if ((await orUnavailable(recorder.record({ ...report, attemptId }))) === 'unknown')
        throw new AppError('NOT_FOUND', `Unknown attempt ${attemptId}`);
      recent.add({ ...report, attemptId });
      return 'recorded';
    },
    async signed(headers, rawBody) {
      const report = await readSigned(headers, rawBody);
      return report === undefined ? 'ignored' : orUnavailable(recordSigned(report));
    },
    logRefusal(error, from) {
      if (error instanceof AppError && error.cause !== undefined)
        deps.log.error({ err: error.cause }, error.message);
      else if (error instanceof Error)
        deps.log.warn({ why: error.message, from }, 'a report of the carrier was refused');
    },
  };
}

/** Any error while storing becomes UNAVAILABLE, so that the carrier retries. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new AppError(
      'UNAVAILABLE',
      'The report could not be stored. Please try again.',
      {},
      { cause: error },
    );
  }
}

/** A few minutes of reports at full load, in a few megabytes. */
const MAX_RECENT = 20_000;

/**
 * A cache of the latest stored reports by the carrier's id of their call. The carrier reports most outcomes twice, and the
 * second report names only a number, which is expensive to match. Evicted reports are matched.
 */
export class RecentReports {
  readonly #calls: LRUCache<string, { attemptId: string; effect: string }>;

  constructor(max = MAX_RECENT) {
    this.#calls = new LRUCache({ max });
  }

  /** Adds a report that is durably stored. */
  add(report: AttemptReport): void {
    if (report.callId)
      this.#calls.set(report.callId, { attemptId: report.attemptId, effect: effectOf(report) });
  }

  /** Returns whether a report repeats a cached one. */
  has(report: DropReport): boolean {
    return this.#find(report)?.effect === effectOf(report);
  }

  /** Returns the attempt whose call a report names, if an earlier report of that call said which it is. */
  attemptOf(report: DropReport): string | undefined {
    return this.#find(report)?.attemptId;
  }

  #find({ callId }: DropReport) {
    return callId ? this.#calls.get(callId) : undefined;
  }
}

/** Returns all that determines the effect of a report of a call. */
function effectOf({ to, outcome, code, doNotCall }: DropReport): string {
  return JSON.stringify([to, outcome, code, doNotCall]);
}
