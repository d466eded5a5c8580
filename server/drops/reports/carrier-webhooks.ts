import { LRUCache } from 'lru-cache';
import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { AppError } from '#server/lib/errors.ts';
import { equalSecrets } from '#server/lib/secrets.ts';
import type { DropReport } from '#server/providers/carrier/port.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { createBatcher } from './batcher.ts';
import { matchByNumber } from './match-by-number.ts';
import type { ReportRecorder } from './report-recorder.ts';
import { createSignedWebhookReader } from './signed-webhooks.ts';

/** A report has a few hundred bytes. */
const BODY_LIMIT = '16kb';
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
 * Returns the carrier's webhooks: `POST /carrier/:secret` for the unsigned callback of one drop, `POST /carrier` for
 * the signed webhook. 2xx only if stored, 503 during a database outage, 4xx for what is not a report of a call.
 */
export function createCarrierWebhooks(
  deps: DropsDeps,
  { recorder, secrets, renewSigningSecrets }: CarrierWebhookParts,
): Router {
  const router = Router();
  const recent = new RecentReports();
  const readSigned = createSignedWebhookReader({ ...deps, renewSigningSecrets });
  const match = createBatcher((reports: readonly DropReport[]) => matchByNumber(deps, reports), BATCHING);

  async function recordByNumber(report: DropReport): Promise<'recorded' | 'ignored'> {
    if (recent.has(report)) return 'recorded';
    const { attemptId } = report;
    const matched = attemptId === undefined ? await match(report) : { ...report, attemptId };
    if (matched === undefined) return 'ignored';
    return (await recorder.record(matched)) === 'recorded' ? 'recorded' : 'ignored';
  }

  router.post('/carrier/:secret', express.json({ limit: BODY_LIMIT, inflate: false }), async (req, res) => {
    if (!secrets.some((secret) => equalSecrets(req.params.secret, secret)))
      throw new AppError('NOT_FOUND', 'Not found');
    const report = deps.carrier.parseCallback(req.body);
    if (report === undefined) {
      respond(res, 'ignored');
      return;
    }
    const { attemptId } = report;
    if (attemptId === undefined) throw new AppError('INVALID_INPUT', 'The report names no attempt.');
    if ((await orUnavailable(recorder.record({ ...report, attemptId }))) === 'unknown')
      throw new AppError('NOT_FOUND', `Unknown attempt ${attemptId}`);
    recent.add(report);
    respond(res, 'recorded');
  });

  router.post(
    '/carrier',
    express.raw({ type: () => true, limit: BODY_LIMIT, inflate: false }),
    async (req, res) => {
      const report = await readSigned(headersOf(req), bodyOf(req));
      respond(res, report === undefined ? 'ignored' : await orUnavailable(recordByNumber(report)));
    },
  );

  router.use(logErrors(deps));
  return router;
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

/** Written directly, without ETag and the like, as reports come by the thousand. */
function respond(res: Response, outcome: 'recorded' | 'ignored'): void {
  const body = JSON.stringify({ success: true, outcome });
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

function bodyOf(req: Request): Buffer {
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

function headersOf(req: Request): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(req.headers).map((name) => [name, req.get(name)]));
}

/** Logs refused reports, and the cause of reports that could not be stored. */
function logErrors({ log }: DropsDeps): ErrorRequestHandler {
  return (error: unknown, req, _res, next) => {
    if (error instanceof AppError && error.cause !== undefined)
      log.error({ err: error.cause }, error.message);
    else if (error instanceof Error)
      log.warn({ why: error.message, from: req.ip }, 'a report of the carrier was refused');
    next(error);
  };
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
