import { pinoHttp } from 'pino-http';
import type { RequestHandler } from 'express';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/log.ts';

/** One line a request, without what could be a secret: queries, headers and the address of the carrier's callbacks. */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: () => newId(),
    customLogLevel: (_req, res, error) => (error !== undefined || res.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({ method, path: loggedPath(url) }),
    },
  });
}

/** The path of a URL as it may be logged. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?');
  return path.replace(/^(\/webhooks\/carrier\/).+/i, '$1…');
}
