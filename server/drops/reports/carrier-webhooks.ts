import { timingSafeEqual } from 'node:crypto';
import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { AppError } from '#server/lib/errors.ts';
import type { DropReport } from '#server/providers/carrier/port.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { createBatcher } from './batcher.ts';
import { matchByNumber } from './match-by-number.ts';
import type { ReportRecorder } from './report-recorder.ts';
import { createSignedWebhookReader } from './signed-webhooks.ts';
import { RecentReports } from './recent-reports.ts';

/** A report has a few hundred bytes. */
const BODY_LIMIT = '16kb';
/** Signed webhooks are looked up together, as reports are stored. */
const TOGETHER = { maxWaitMs: 5, most: 500, lanes: 2 };

export interface CarrierWebhookParts {
  recorder: Pick<ReportRecorder, 'record'>;
  /** The secrets of callback paths that are accepted. */
  secrets: readonly string[];
  /** Fetches the carrier's signing secrets anew. */
  renewSigningSecrets(): Promise<void>;
}

/**
 * The carrier's reports (design §5): `POST /carrier/:secret` for the unsigned callback of one drop, `POST /carrier` for
 * the signed webhook. 2xx only when stored, 503 when the database is down, 4xx for what is not a report of ours.
 */
export function createCarrierWebhooks(
  deps: DropsDeps,
  { recorder, secrets, renewSigningSecrets }: CarrierWebhookParts,
): Router {
  const router = Router();
  const told = new RecentReports();
  const readSigned = createSignedWebhookReader({ ...deps, renewSigningSecrets });
  const match = createBatcher((reports: readonly DropReport[]) => matchByNumber(deps, reports), TOGETHER);

  async function recordByNumber(report: DropReport): Promise<'recorded' | 'ignored'> {
    if (told.has(report)) return 'recorded';
    const { attemptId } = report;
    const matched = attemptId === undefined ? await match(report) : { ...report, attemptId };
    if (matched === undefined) return 'ignored';
    return (await recorder.record(matched)) === 'recorded' ? 'recorded' : 'ignored';
  }

  router.post('/carrier/:secret', express.json({ limit: BODY_LIMIT, inflate: false }), async (req, res) => {
    if (!secrets.some((secret) => sameSecret(req.params.secret, secret)))
      throw new AppError('NOT_FOUND', 'Not found');
    const report = deps.carrier.parseCallback(req.body);
    if (report === undefined) {
      answer(res, 'ignored');
      return;
    }
    const { attemptId } = report;
    if (attemptId === undefined) throw new AppError('INVALID_INPUT', 'The report names no attempt.');
    if ((await stored(recorder.record({ ...report, attemptId }))) === 'unknown')
      throw new AppError('NOT_FOUND', `Unknown attempt ${attemptId}`);
    told.add(report);
    answer(res, 'recorded');
  });

  router.post(
    '/carrier',
    express.raw({ type: () => true, limit: BODY_LIMIT, inflate: false }),
    async (req, res) => {
      const report = await readSigned(headersOf(req), bodyOf(req));
      answer(res, report === undefined ? 'ignored' : await stored(recordByNumber(report)));
    },
  );

  router.use(answerError(deps));
  return router;
}

/** Whatever keeps a report from being stored is a matter of trying again. */
async function stored<T>(work: Promise<T>): Promise<T> {
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

/** Written as it is: reports come by the thousand, and nobody asks for one again if it has not changed. */
function answer(res: Response, outcome: 'recorded' | 'ignored'): void {
  const body = JSON.stringify({ success: true, outcome });
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

function bodyOf(req: Request): Buffer {
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

function headersOf(req: Request): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(req.headers).map((name) => [name, req.get(name)]));
}

function sameSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What is refused is logged; so is why a report could not be stored, which is for the log alone. */
function answerError({ log }: DropsDeps): ErrorRequestHandler {
  return (error: unknown, req, _res, next) => {
    if (error instanceof AppError && error.cause !== undefined)
      log.error({ err: error.cause }, error.message);
    else if (error instanceof Error)
      log.warn({ why: error.message, from: req.ip }, 'a report of the carrier was refused');
    next(error);
  };
}
