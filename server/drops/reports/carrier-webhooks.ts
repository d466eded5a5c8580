import { LRUCache } from 'lru-cache';
import { AppError } from '#server/lib/errors.ts';
import { equalSecrets } from '#server/lib/secrets/secrets.ts';
import type { DropReport } from '#server/providers/carrier/port.ts';
import type { CarrierWebhooks, RecordedReport } from '#server/drops/api.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { createBatcher } from './batcher.ts';
import { parseJson } from '#server/providers/parse-json.ts';
import { matchByNumber } from './match-by-number.ts';
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

  async function recordByNumber(report: DropReport): Promise<RecordedReport> {
    if (recent.has(report)) return 'recorded';
    const { attemptId } = report;
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
      recent.add(report);
      return 'recorded';
    },
    async signed(headers, rawBody) {
      const report = await readSigned(headers, rawBody);
      return report === undefined ? 'ignored' : orUnavailable(recordByNumber(report));
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
 * A cache of the latest stored reports. The carrier reports most outcomes twice, and the second report names only a
 * number, which is expensive to match. Evicted reports are matched.
 */
export class RecentReports {
  readonly #keys: LRUCache<string, true>;

  constructor(max = MAX_RECENT) {
    this.#keys = new LRUCache({ max });
  }

  /** Adds a report that is durably stored. */
  add(report: DropReport): void {
    const key = keyOf(report);
    if (key !== undefined) this.#keys.set(key, true);
  }

  /** Returns whether a report repeats a cached one. */
  has(report: DropReport): boolean {
    const key = keyOf(report);
    return key !== undefined && this.#keys.has(key);
  }
}

/** Returns all that determines the effect of a report; `undefined` if it does not name its call. */
function keyOf({ callId, to, outcome, code, doNotCall }: DropReport): string | undefined {
  return callId && JSON.stringify([callId, to, outcome, code, doNotCall]);
}
