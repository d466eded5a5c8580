import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CarrierReadModel, DropView } from './read-model.ts';
import {
  dropRequest,
  webhookRequest,
  LOCAL_CREDENTIALS,
  type Caller,
  type DropHandler,
} from './drop-handler.ts';
import {
  createRouteServer,
  Problem,
  publicRoute,
  readJson,
  route,
  sendJson,
  type Route,
} from './carrier-http.ts';
import type { WebhookRecord } from './log-records.ts';
import { mediaRequest, type MediaHandler } from './media-handler.ts';

export interface CarrierServerDeps {
  drops: DropHandler;
  media: MediaHandler;
  readModel: CarrierReadModel;
}

/** Creates the HTTP server: the paths of Drop Cowboy's API that Hark uses, and `GET /drops`. */
export function createCarrierServer(deps: CarrierServerDeps): Server {
  return createRouteServer([...dropRoutes(deps), ...mediaRoutes(deps), ...webhookRoutes(deps)], (req) =>
    isTrusted(callerOf(req)),
  );
}

function dropRoutes({ drops, readModel }: CarrierServerDeps): Route[] {
  return [
    // Wrong credentials are accepted and reported later, as at the real carrier.
    publicRoute('POST /rvm', async ({ req, res }) => {
      const caller = callerOf(req);
      if (caller.key === undefined || caller.secret === undefined) throw new Problem(401, 'Unauthorized');
      const placement = await drops.accept(dropRequest.parse(await readJson(req)), caller);
      if (placement.kind === 'failed') throw new Problem(500, 'Internal Server Error');
      sendJson(res, 202, { status: 'queued', message_id: placement.messageId });
    }),
    route('GET /drops', async ({ res, url }) => {
      const filter = {
        phone: url.searchParams.get('phone') ?? undefined,
        campaign: url.searchParams.get('campaign') ?? undefined,
      };
      res.writeHead(200, { 'content-type': 'application/json' });
      await pipeline(Readable.from(jsonArray(readModel.attempts(filter))), res);
    }),
  ];
}

function mediaRoutes({ media }: CarrierServerDeps): Route[] {
  return [
    route('POST /media/public/media', async ({ req, res }) => {
      const request = mediaRequest.parse(await readJson(req));
      const { id, path, contentType } = await media.createUpload(request);
      const url = `http://${req.headers.host ?? ''}${path}`;
      sendData(res, 201, {
        media_id: id,
        name: request.name,
        upload: { mp3: { url, content_type: contentType } },
      });
    }),
    publicRoute('PUT /uploads/:id.mp3', async ({ req, res, url, ids: [id = ''] }) => {
      const expires = url.searchParams.get('expires') ?? '';
      const signature = url.searchParams.get('signature') ?? '';
      const contentType = req.headers['content-type'];
      await media.receive({ id, expires, signature, contentType, bytes: req });
      res.writeHead(200).end();
    }),
    route('POST /media/public/media/:id/complete', async ({ res, ids: [id = ''] }) => {
      sendData(res, 200, { media_id: id, media_exists: await media.complete(id) });
    }),
    route('DELETE /media/public/media/:id', async ({ res, ids: [id = ''] }) => {
      await media.remove(id);
      sendData(res, 200, { result: true });
    }),
  ];
}

function webhookRoutes({ drops, readModel }: CarrierServerDeps): Route[] {
  return [
    route('GET /register/public/webhooks', async ({ res }) => {
      sendData(res, 200, webhooks(readModel).map(presentWebhook));
    }),
    route('POST /register/public/webhooks', async ({ req, res }) => {
      sendData(res, 201, presentSecret(await drops.subscribe(webhookRequest.parse(await readJson(req)))));
    }),
    route('GET /register/public/account/webhook-signing-secret', async ({ res }) => {
      sendData(res, 200, webhooks(readModel).map(presentSecret));
    }),
  ];
}

function isTrusted({ key, secret }: Caller): boolean {
  return key === LOCAL_CREDENTIALS.key && secret === LOCAL_CREDENTIALS.secret;
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

function sendData(res: ServerResponse, status: number, data: unknown): void {
  sendJson(res, status, { data });
}

function webhooks(readModel: CarrierReadModel): WebhookRecord[] {
  const webhook = readModel.webhook();
  return webhook === undefined ? [] : [webhook];
}

function presentWebhook({ id, name, url, events }: WebhookRecord): Record<string, unknown> {
  return { webhook_id: id, name, hook_url: url, event_types: events };
}

function presentSecret(webhook: WebhookRecord): Record<string, unknown> {
  return { ...presentWebhook(webhook), signing_secret: webhook.secret };
}

/** Serializes a JSON array row by row, so that a long list is never one string in memory. */
function* jsonArray(rows: Iterable<DropView>): Generator<string> {
  let before = '[';
  for (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}
