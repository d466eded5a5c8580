import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '#server/platform/lib/errors.ts';
import type { DropReport, VoicemailCarrier } from '#server/providers/carrier/port.ts';

/** A received report, from the callback or the signed webhook. */
export interface ReceivedReport {
  signed: boolean;
  /** `undefined` if the carrier adapter does not consider it a final report. */
  report: DropReport | undefined;
  /** The raw request, for replaying it. */
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** A web server that receives carrier reports instead of Hark. */
export interface ReportReceiver {
  callbackUrl: string;
  webhookUrl: string;
  received: ReceivedReport[];
  /** Overrides the response status; `undefined` for 200. */
  respondWith(status: number | undefined): void;
  close(): Promise<void>;
}

/** Starts a receiver that parses reports with `carrier()`; unparsable reports get the status of their error. */
export async function startReportReceiver(carrier: () => VoicemailCarrier): Promise<ReportReceiver> {
  const received: ReceivedReport[] = [];
  let forced: number | undefined;

  function read(req: IncomingMessage, body: Buffer): number {
    if (forced !== undefined) return forced;
    const signed = req.url === '/webhooks/carrier';
    try {
      const headers = req.headers as Record<string, string | undefined>;
      const report = signed
        ? carrier().parseSignedWebhook(headers, body)
        : carrier().parseCallback(JSON.parse(body.toString('utf8')));
      received.push({ signed, report, headers, body });
      return 200;
    } catch (error) {
      if (error instanceof AppError) return error.status;
      throw error;
    }
  }

  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      res.writeHead(read(req, Buffer.concat(chunks))).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    callbackUrl: `${origin}/webhooks/carrier/a-secret`,
    webhookUrl: `${origin}/webhooks/carrier`,
    received,
    respondWith(status) {
      forced = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
