import type { ErrorRequestHandler, Response } from 'express';
import { TRPCError } from '@trpc/server';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { knownError, outage } from '#server/platform/trpc/trpc.ts';

/** Returns the public error for a thrown value, or `undefined` for internal errors. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) return knownError(error);
  return requestError(error) ?? outage(error);
}

/** Maps the errors that the body parser, the router and the file server throw for invalid requests. */
function requestError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new AppError('PAYLOAD_TOO_LARGE', 'The body is too large.');
  if (type === 'entity.parse.failed')
    return invalidField('body', 'is not valid JSON', 'The body is not valid JSON.');
  if (type === 'encoding.unsupported')
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression.');
  if (status === 403 || status === 404) return new AppError('NOT_FOUND', 'Not found');
  const refused = status !== undefined && status >= 400 && status < 500;
  if (refused || error instanceof URIError)
    return new AppError('INVALID_INPUT', 'The request cannot be read.');
  return undefined;
}

/** The credentials that a 401 asks for. */
export const AUTHENTICATE = 'Bearer realm="Hark"';

/** Headers that a handler may have set for a body that is not sent. */
const BODY_HEADERS = ['Content-Disposition', 'Content-Range', 'Accept-Ranges', 'ETag', 'Last-Modified'];

/**
 * Returns the response for a thrown value, with the body `{ error, message, code, …details }`. Internal errors are logged and
 * expose no details.
 */
export function errorResponse(
  error: unknown,
  log: Logger,
  successFlag = false,
): { status: number; headers: Record<string, string>; body: string } {
  const known = toAppError(error);
  if (known === undefined || known.status >= 500) log.error({ err: error }, 'request failed');
  const { status, code, message, details } =
    known ?? new AppError('INTERNAL', 'An unexpected error occurred');
  const wait = details.retry_after;
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      ...(wait !== undefined && { 'retry-after': String(wait) }),
      ...(status === 401 && { 'www-authenticate': AUTHENTICATE }),
    },
    body: JSON.stringify({
      ...(successFlag ? { success: false } : {}),
      error: message,
      message,
      code,
      ...details,
    }),
  };
}

/** Sends the response for a thrown value (`errorResponse`); nothing where the work has ended because its client is gone. */
export function sendError(res: Response, error: unknown, log: Logger, successFlag = false): void {
  if (res.destroyed && error instanceof Error && error.name === 'AbortError') return;
  const { status, headers, body } = errorResponse(error, log, successFlag);
  for (const name of BODY_HEADERS) res.removeHeader(name);
  res.status(status).set(headers).send(body);
}

/** Errors of campaign and contact calls include `success: false`. */
const CAMPAIGN_PATH = /^\/(api\/campaigns|contacts)(\/|$)/i;

/** The last middleware: sends every error in the common format. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    sendError(res, error, log, CAMPAIGN_PATH.test(req.path));
  };
}
