import type { ErrorRequestHandler, Response } from 'express';
import { TRPCError } from '@trpc/server';
import { AppError, databaseDown } from '#server/lib/errors.ts';
import type { Logger } from '#server/lib/log.ts';
import { knownError } from '#server/trpc/trpc.ts';

/** Any thrown value as the error a person may see; `undefined` for faults of ours. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) return knownError(error);
  return requestError(error) ?? databaseDown(error);
}

/** What the body parser, the router and the file server throw on requests that cannot be answered. */
function requestError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new AppError('PAYLOAD_TOO_LARGE', 'The body is too large.');
  if (type === 'entity.parse.failed')
    return new AppError('INVALID_INPUT', 'The body is not valid JSON.', {
      fields: { body: 'is not valid JSON' },
    });
  if (type === 'encoding.unsupported')
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression.');
  if (status === 403 || status === 404) return new AppError('NOT_FOUND', 'Not found');
  const refused = status !== undefined && status >= 400 && status < 500;
  if (refused || error instanceof URIError)
    return new AppError('INVALID_INPUT', 'The request cannot be read.');
  return undefined;
}

/** What a handler said of a body that it did not come to send. */
const BODY_HEADERS = ['Content-Disposition', 'Content-Range', 'Accept-Ranges', 'ETag', 'Last-Modified'];

/** Sends an error in the one shape of contract §6; faults of ours are logged and say nothing about themselves. */
export function sendError(res: Response, error: unknown, log: Logger, successFlag = false): void {
  const known = toAppError(error);
  if (known === undefined || known.status >= 500) log.error({ err: error }, 'request failed');
  const app = known ?? new AppError('INTERNAL', 'An unexpected error occurred');
  for (const name of BODY_HEADERS) res.removeHeader(name);
  res.set('Cache-Control', 'no-store').type('json');
  if (app.details.retry_after !== undefined) res.set('Retry-After', String(app.details.retry_after));
  res.status(app.status).json({
    ...(successFlag ? { success: false } : {}),
    error: app.message,
    message: app.message,
    code: app.code,
    ...app.details,
  });
}

/** Calls about campaigns and their contacts say `success: false` (contract §6). */
const CAMPAIGN_PATH = /^\/(api\/campaigns|contacts)(\/|$)/i;

/** The last middleware: whatever went wrong before becomes that one shape. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    sendError(res, error, log, CAMPAIGN_PATH.test(req.path));
  };
}
