import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import type { RequestHandler } from 'express';
import { callContext } from '#server/platform/lib/observability/call-context.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { Logger } from '#server/platform/lib/log.ts';

/** Logs one record per request, without possible secrets: query, headers and the path of carrier callbacks. */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: () => callContext()?.requestId ?? newId(),
    customLogLevel: (_req, res, error) => (error !== undefined || res.statusCode >= 500 ? 'error' : 'debug'),
    // The serializers of the library would log headers, and all properties of errors.
    wrapSerializers: false,
    serializers: {
      req: ({ method = '', url = '' }: IncomingMessage) => ({ method, path: loggedPath(url) }),
      res: ({ statusCode }: ServerResponse) => ({ statusCode }),
    },
  });
}

/** Returns the path of a URL without query and callback secret. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?');
  return path.replace(/^(\/webhooks\/carrier\/).+/i, '$1…');
}
