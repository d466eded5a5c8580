import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookPayload, type WebhookPayload } from '#shared/schemas/webhooks.ts';

/** A request as it arrived. */
export interface ReceivedWebhook {
  path: string;
  signature: string;
  /** All headers. */
  headers: Readonly<Record<string, string>>;
  body: string;
  payload: WebhookPayload;
}

/** Responds to a request; by default with 200. */
export type Responder = (received: ReceivedWebhook, res: ServerResponse) => void;

/** An integrator's web server that receives webhooks. */
export interface WebhookReceiver {
  /** The URL of an endpoint on it; each path is an endpoint of its own. */
  url: (path?: string) => string;
  /** All requests in the order of their arrival, repeated ones too. */
  received: ReceivedWebhook[];
  /** Returns each event that was answered with 2xx once, by id, in the order of its first arrival. */
  events(path?: string): WebhookPayload[];
  /** Replaces the response; without a responder it is 200. */
  respond(responder?: Responder): void;
  close(): Promise<void>;
}

/** Starts a receiver. Every body must be a payload as documented: any other gets 400 and is in no list. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const accepted = new Map<string, WebhookPayload>();
  let responder: Responder | undefined;

  function take(request: Omit<ReceivedWebhook, 'payload'>, res: ServerResponse): void {
    const payload = webhookPayload.safeParse(JSON.parse(request.body));
    if (!payload.success) {
      res.writeHead(400).end(payload.error.message);
      return;
    }
    const one = { ...request, payload: payload.data };
    received.push(one);
    res.once('finish', () => {
      const key = `${one.path} ${one.payload.id}`;
      if (res.statusCode < 300 && !accepted.has(key)) accepted.set(key, one.payload);
    });
    if (responder === undefined) res.writeHead(200).end('ok');
    else responder(one, res);
  }

  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const signature = String(req.headers['hark-signature']);
      const headers = req.headers as Record<string, string>;
      take({ path: req.url ?? '', signature, headers, body: Buffer.concat(chunks).toString('utf8') }, res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url: (path = '/hark') => `${origin}${path}`,
    received,
    events: (path = '/hark') =>
      [...accepted].flatMap(([key, payload]) => (key.startsWith(`${path} `) ? payload : [])),
    respond(next) {
      responder = next;
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

/** Verifies a request as an integrator does: one of the signatures is right, and the time is at most five minutes off. */
export function isSignedBy(
  secret: string,
  { signature, body }: Pick<ReceivedWebhook, 'signature' | 'body'>,
  now = new Date(),
): boolean {
  const parts = signature.split(',').map((part) => part.split('=') as [string, string]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (Math.abs(now.getTime() / 1000 - Number(time)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return parts.some(([name, value]) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
