import { createServer, type Server, type ServerResponse } from 'node:http';
import { pino } from 'pino';
import type { CarrierWebhooks } from '#server/platform/http/carrier-listener.ts';
import { createCarrierListener } from '#server/platform/http/carrier-listener.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { NO_INSTRUMENTS } from '#server/platform/lib/observability/instruments.ts';

/**
 * Serves reports of the carrier as the application does, on a free port of this machine. `current` returns the webhooks
 * that handle the next report; 503 without any, 404 for other requests.
 */
export async function serveReports(
  current: () => CarrierWebhooks | undefined,
  log: Logger = pino({ level: 'silent' }),
): Promise<Server> {
  const server = createServer((req, res) => {
    const webhooks = current();
    if (webhooks === undefined) end(res, 503);
    else
      createCarrierListener({ webhooks, log, instruments: NO_INSTRUMENTS }, () => {
        end(res, 404);
      })(req, res);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function end(res: ServerResponse, status: number): void {
  res.writeHead(status).end();
}
