import type { IncomingMessage } from 'node:http';
import { request, type ErrorRequestHandler, type Request, type Response } from 'express';
import { TRPCError } from '@trpc/server';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { knownError, outage } from '#server/platform/trpc/trpc.ts';
import { ERROR_MEANINGS } from './error-meanings.ts';

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

/** The media types of errors. */
export const ERROR_TYPES = ['application/json', 'application/problem+json'] as const;

/** The setting of the Express application with the address of the guide to errors, whose anchors are the codes. */
export const ERRORS_GUIDE = 'errors guide';

/** The form of an error. */
interface ErrorForm {
  /** Whether it has `success: false`. */
  successFlag?: boolean;
  /** The address of the guide to errors, for an error as RFC 9457 has it. */
  guide?: string | undefined;
}

interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Returns the response for a thrown value (`refusal`). Internal errors are logged and expose no details. */
export function errorResponse(error: unknown, log: Logger, form: ErrorForm = {}): ErrorResponse {
  const appError = toAppError(error);
  if (appError === undefined || appError.status >= 500) log.error({ err: error }, 'request failed');
  return refusal(appError ?? new AppError('INTERNAL', 'An unexpected error occurred'), form);
}

/**
 * Returns the response for an error, with the body `{ error, message, code, …details }`; given a guide, with `type`, `title`,
 * `status` and `detail` as well.
 */
export function refusal(error: AppError, { successFlag = false, guide }: ErrorForm): ErrorResponse {
  const { status, code, message, details } = error;
  const wait = details.retry_after;
  const [json, problem] = ERROR_TYPES;
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      'content-type': `${guide === undefined ? json : problem}; charset=utf-8`,
      ...(wait !== undefined && { 'retry-after': String(wait) }),
      ...(status === 401 && { 'www-authenticate': AUTHENTICATE }),
    },
    body: JSON.stringify({
      ...(guide !== undefined && problemFields(error, guide)),
      ...(successFlag ? { success: false } : {}),
      error: message,
      message,
      code,
      ...details,
    }),
  };
}

function problemFields({ status, code, message }: AppError, guide: string) {
  return { type: `${guide}#${code}`, title: ERROR_MEANINGS[code].meaning, status, detail: message };
}

/**
 * Sends the response for a thrown value (`errorResponse`), in the form that the client prefers; nothing where the work has ended
 * because its client is gone.
 */
export function sendError(res: Response, error: unknown, log: Logger, successFlag = false): void {
  if (res.destroyed && error instanceof Error && error.name === 'AbortError') return;
  const guide = prefersProblem(res.req) ? String(res.app.get(ERRORS_GUIDE)) : undefined;
  const { status, headers, body } = errorResponse(error, log, { successFlag, guide });
  for (const name of BODY_HEADERS) res.removeHeader(name);
  res.status(status).vary('Accept').set(headers).send(body);
}

/**
 * Whether a client prefers `application/problem+json`. Of equal preference it is the type that the header has first; JSON for a
 * range of both.
 */
export function prefersProblem(req: IncomingMessage): boolean {
  // Also before there is an application, whose requests have the method.
  return request.accepts.call(req as Request, ...ERROR_TYPES) === 'application/problem+json';
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
