import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import { readJsonText, readRawBody } from './bodies/read-body.ts';
import { errorResponse } from './error-response.ts';
import { beginFailures, observeRequest } from './observe-request.ts';

/**
 * `/webhooks/carrier` for signed webhooks, `/webhooks/carrier/:secret` for callbacks. As in Express, case does not matter and
 * the target may be a whole address, as proxies may send it: a report that gets 404 is not sent again.
 */
const TARGET = /^(?:https?:\/\/[^/?#]*)?\/webhooks\/carrier(?:\/([^/?#]+))?\/?(?:[?#]|$)/i;

const ROUTES = { signed: '/webhooks/carrier', callback: '/webhooks/carrier/:secret' };

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Anyone can send a report, and with it a header of any length. */
const MAX_FORWARDED = 200;

/** `recorded`: durably stored, or a duplicate; `ignored`: about nothing that is known. */
export type RecordedReport = 'recorded' | 'ignored';

/** The webhooks of the carrier. They reject with `AppError`; the carrier repeats a report after UNAVAILABLE. */
export interface CarrierWebhooks {
  /** Handles the unsigned callback of one drop, whose path has a secret; its body is a JSON text. */
  callback(secret: string, text: string): Promise<RecordedReport>;
  /** Handles a signed webhook; header names are in lower case. */
  signed(headers: Readonly<Record<string, string | undefined>>, rawBody: Buffer): Promise<RecordedReport>;
  /** Logs why a request from an address was refused, or the cause if its report could not be stored. */
  logRefusal(error: unknown, from: string | undefined): void;
}

export interface CarrierListenerOptions {
  webhooks: CarrierWebhooks;
  log: Logger;
  instruments: Instruments;
}

/**
 * Returns a listener that serves the reports of the carrier and passes all other requests to `next`. Reports are two thirds
 * of the requests of a campaign, and Express would double what each costs (decisions/0002-carrier-reports.md).
 */
export function createCarrierListener(
  options: CarrierListenerOptions,
  next: RequestListener,
): RequestListener {
  for (const route of Object.values(ROUTES)) beginFailures(options.instruments, route);
  return (req, res) => {
    const match = req.method === 'POST' ? TARGET.exec(req.url ?? '') : null;
    if (match === null) {
      next(req, res);
      return;
    }
    const [, secret] = match;
    const route = secret === undefined ? ROUTES.signed : ROUTES.callback;
    observeRequest(options.instruments, { req, res, routeOf: () => route }, () => {
      void respond(options, { req, res, secret });
    });
  };
}

interface Report {
  req: IncomingMessage;
  res: ServerResponse;
  /** The secret in the path of a callback; undefined for a signed webhook. */
  secret: string | undefined;
}

async function respond(options: CarrierListenerOptions, report: Report): Promise<void> {
  const { req, res } = report;
  try {
    const outcome = await record(options.webhooks, report);
    send(res, 200, { 'content-type': 'application/json' }, JSON.stringify({ success: true, outcome }));
  } catch (error) {
    options.webhooks.logRefusal(error, senderOf(req));
    const { status, headers, body } = errorResponse(error, options.log);
    send(res, status, headers, body);
  }
}

async function record(webhooks: CarrierWebhooks, { req, secret }: Report): Promise<'recorded' | 'ignored'> {
  if (secret === undefined) return webhooks.signed(headersOf(req), await readRawBody(req));
  const text = await readJsonText(req, { signedIn: false });
  return webhooks.callback(
    decodeURIComponent(secret),
    JSON_TYPE.test(req.headers['content-type'] ?? '') ? text : '',
  );
}

/** Returns the headers without the few that may be lists, none of which a webhook is verified with. */
function headersOf({ headers }: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Returns the addresses that a request says it came through, and at last that of its connection. */
function senderOf({ headers, socket }: IncomingMessage): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').slice(0, MAX_FORWARDED);
  return [forwarded, socket.remoteAddress ?? ''].filter((part) => part !== '').join(', ');
}

function send(res: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
