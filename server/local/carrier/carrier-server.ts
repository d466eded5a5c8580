import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { CarrierBook, DropView } from './carrier-book.ts';
import {
  dropRequest,
  webhookRequest,
  LOCAL_CREDENTIALS,
  type Caller,
  type CarrierDesk,
} from './carrier-desk.ts';
import type { WebhookLine } from './carrier-lines.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** An answer other than 2xx, in the carrier's shape. */
class Problem extends Error {
  readonly status: number;

  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

type Handler = (req: IncomingMessage, url: URL, res: ServerResponse) => Promise<void>;

/**
 * The local carrier's HTTP face: Drop Cowboy's paths as far as Hark uses them, and `GET /drops`, its own record of
 * whom it called.
 */
export function createCarrierServer(desk: CarrierDesk, book: CarrierBook): Server {
  const routes: Readonly<Record<string, Handler>> = {
    'POST /rvm': async (req, _url, res) => {
      const caller = callerOf(req);
      if (caller.key === undefined || caller.secret === undefined) throw new Problem(401, 'Unauthorized');
      const answer = await desk.take(dropRequest.parse(await readJson(req)), caller);
      if (!answer.taken) throw new Problem(500, 'Internal Server Error');
      sendJson(res, 202, { status: 'queued', message_id: answer.messageId });
    },
    'GET /register/public/webhooks': (_req, _url, res) => {
      sendJson(res, 200, { data: webhooks(book).map(presentWebhook) });
      return Promise.resolve();
    },
    'POST /register/public/webhooks': async (req, _url, res) => {
      const webhook = await desk.subscribe(webhookRequest.parse(await readJson(req)));
      sendJson(res, 201, { data: { ...presentWebhook(webhook), signing_secret: webhook.secret } });
    },
    'GET /register/public/account/webhook-signing-secret': (_req, _url, res) => {
      sendJson(res, 200, {
        data: webhooks(book).map((webhook) => ({
          ...presentWebhook(webhook),
          signing_secret: webhook.secret,
        })),
      });
      return Promise.resolve();
    },
    'GET /drops': async (_req, url, res) => {
      const filter = {
        phone: url.searchParams.get('phone') ?? undefined,
        campaign: url.searchParams.get('campaign') ?? undefined,
      };
      res.writeHead(200, { 'content-type': 'application/json' });
      await pipeline(Readable.from(jsonArray(book.attempts(filter))), res);
    },
  };

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://carrier');
    const route = routes[`${req.method ?? ''} ${url.pathname}`];
    if (route === undefined) throw new Problem(404, 'Not Found');
    const { key, secret } = callerOf(req);
    // Drops are taken from anybody and fail later, as at the real carrier; everything else is refused at once.
    const trusted = key === LOCAL_CREDENTIALS.key && secret === LOCAL_CREDENTIALS.secret;
    if (!trusted && url.pathname !== '/rvm') throw new Problem(401, 'Unauthorized');
    await route(req, url, res);
  }

  return createServer({ keepAliveTimeout: 30_000 }, (req, res) => {
    handle(req, res).catch((error: unknown) => {
      answerProblem(res, error);
    });
  });
}

function callerOf({ headers }: IncomingMessage): Caller {
  return {
    key: single(headers['x-key']),
    secret: single(headers['x-secret']),
    idempotencyKey: single(headers['idempotency-key']),
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Problem(413, 'Payload Too Large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Problem(400, 'Bad Request');
  }
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  res.end(text);
}

function answerProblem(res: ServerResponse, error: unknown): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (error instanceof z.ZodError)
    sendJson(res, 400, { title: 'Bad Request', status: 400, detail: z.prettifyError(error) });
  else if (error instanceof Problem)
    sendJson(res, error.status, { title: error.message, status: error.status });
  else {
    console.error(error);
    sendJson(res, 500, { title: 'Internal Server Error', status: 500 });
  }
}

function webhooks(book: CarrierBook): WebhookLine[] {
  const webhook = book.webhook();
  return webhook === undefined ? [] : [webhook];
}

function presentWebhook({ id, name, url, events }: WebhookLine): Record<string, unknown> {
  return { webhook_id: id, name, hook_url: url, event_types: events };
}

/** A JSON array, row by row, so that a long record never stands in memory as one text. */
function* jsonArray(rows: Iterable<DropView>): Generator<string> {
  let before = '[';
  for (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}
