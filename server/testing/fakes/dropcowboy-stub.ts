import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import {
  callHeaders,
  createReports,
  idempotencyKey,
  mediaBody,
  rvmBody,
  SIMULATED,
  uploadHeaders,
  webhookBody,
  type Reports,
  type RvmBody,
} from './dropcowboy-protocol.ts';

export const STUB_CREDENTIALS = { key: 'stub-key', secret: 'stub-secret' } as const;

/** A strict stub of Drop Cowboy's documented API. */
export interface DropCowboyStub {
  baseUrl: string;
  /** Requests that violate the documentation; empty for a compliant client. */
  violations: string[];
  /** Signing secret of the last created webhook. */
  signingSecret(): string;
  close(): Promise<void>;
}

interface Call {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
  /** Origin that the caller used. */
  origin: string;
}
interface StubResponse {
  status: number;
  body: unknown;
}
type Routes = [request: RegExp, handler: (call: Call) => StubResponse][];

/** Starts the stub. It supports the simulated numbers, validates every request strictly and keeps its state in memory. */
export async function startDropCowboyStub(): Promise<DropCowboyStub> {
  const violations: string[] = [];
  const reports = createReports();
  const media = new Map<string, 'offered' | 'uploaded' | 'complete'>();
  const routes = [...dropRoutes(reports, media), ...mediaRoutes(media), ...webhookRoutes(reports)];

  async function handle(req: IncomingMessage): Promise<StubResponse> {
    const { pathname: path } = new URL(req.url ?? '/', 'http://stub');
    const route = routes.find(([request]) => request.test(`${req.method ?? ''} ${path}`));
    if (route === undefined) throw new Error('no such path');
    const origin = `http://${req.headers.host ?? ''}`;
    return route[1]({ headers: req.headers, body: await text(req), path, origin });
  }

  const server = createServer((req, res) => {
    handle(req)
      .catch((error: unknown): StubResponse => {
        violations.push(`${req.method ?? ''} ${req.url ?? ''}: ${String(error)}`);
        return problem(400, 'Bad Request');
      })
      .then(({ status, body }) => {
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      })
      .catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    violations,
    signingSecret: () => reports.webhooks.at(-1)?.signing_secret ?? '',
    async close() {
      await reports.idle();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const data = (body: unknown, status = 200): StubResponse => ({
  status,
  body: { data: body, meta: { request_id: newId() } },
});

const problem = (status: number, title: string): StubResponse => ({
  status,
  body: { type: 'about:blank', title, status, request_id: newId() },
});

/** Requires the account's credentials, as every path except drops does. */
const authorized =
  (handler: (call: Call) => StubResponse) =>
  (call: Call): StubResponse =>
    isOurs(call) ? handler(call) : problem(401, 'Unauthorized');

function isOurs({ headers }: Call): boolean {
  const { 'x-key': key, 'x-secret': secret } = callHeaders.parse(headers);
  return key === STUB_CREDENTIALS.key && secret === STUB_CREDENTIALS.secret;
}

/** 202 only means that the request is queued; errors are reported as its result. */
function dropRoutes(reports: Reports, media: ReadonlyMap<string, string>): Routes {
  const keys = new Map<string, { bodyHash: string; messageId: string }>();
  const queued = (messageId: string): StubResponse => ({
    status: 202,
    body: { status: 'queued', message_id: messageId },
  });

  const take = (call: Call): StubResponse => {
    const sent = rvmBody.parse(JSON.parse(call.body));
    const key = idempotencyKey.parse(call.headers['idempotency-key']);
    const bodyHash = hashOf(sent);
    const messageId = newId();
    const holder = keys.get(key);
    if (holder?.bodyHash === bodyHash) return queued(holder.messageId);
    if (holder === undefined) keys.set(key, { bodyHash, messageId });
    if (!isOurs(call)) reports.send(sent, { code: 3007, reason: 'Not authorized' }, 'callback alone');
    else if (holder !== undefined) reports.send(sent, { code: 3027, reason: 'Idempotency Key Conflict' });
    else if (sent.media_id !== undefined && media.get(sent.media_id) !== 'complete')
      reports.send(sent, { code: 3001, reason: 'Audio file not valid' });
    else reports.send(sent, SIMULATED[sent.to] ?? { code: 4004, reason: 'Number not reachable' });
    return queued(messageId);
  };
  return [[/^POST \/rvm$/, take]];
}

function hashOf(sent: RvmBody): string {
  const fields = Object.entries(sent).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

function mediaRoutes(media: Map<string, 'offered' | 'uploaded' | 'complete'>): Routes {
  const idOf = ({ path }: Call) => /([a-z0-9]+)(?:\.mp3|\/complete)?$/.exec(path)?.[1] ?? '';

  const create = (call: Call): StubResponse => {
    const { name } = mediaBody.parse(JSON.parse(call.body));
    const id = newId();
    media.set(id, 'offered');
    const target = (format: string, type: string) => ({
      url: `${call.origin}/uploads/${id}.${format}?expires=1774214712&signature=5d0c`,
      content_type: type,
    });
    const upload = { mp3: target('mp3', 'audio/mpeg'), wav: target('wav', 'audio/wav') };
    return data({ media_id: id, name, upload }, 201);
  };
  const upload = (call: Call): StubResponse => {
    const { 'content-type': type } = uploadHeaders.parse(call.headers);
    if (type !== 'audio/mpeg') return problem(403, 'Access Denied');
    media.set(idOf(call), call.body === '' ? 'offered' : 'uploaded');
    return { status: 200, body: '' };
  };
  const complete = (call: Call): StubResponse => {
    const id = idOf(call);
    if (!media.has(id)) return problem(404, 'Not Found');
    const exists = media.get(id) !== 'offered';
    if (exists) media.set(id, 'complete');
    return data({ media_id: id, media_exists: exists });
  };
  const remove = (call: Call): StubResponse =>
    media.delete(idOf(call)) ? data({ result: true }) : problem(404, 'Not Found');
  return [
    [/^POST \/media\/public\/media$/, authorized(create)],
    [/^DELETE \/media\/public\/media\/[a-z0-9]+$/, authorized(remove)],
    [/^PUT \/uploads\/[a-z0-9]+\.mp3$/, upload],
    [/^POST \/media\/public\/media\/[a-z0-9]+\/complete$/, authorized(complete)],
  ];
}

function webhookRoutes({ webhooks }: Reports): Routes {
  const create = (call: Call): StubResponse => {
    const webhook = {
      webhook_id: newId(),
      signing_secret: newId(),
      ...webhookBody.parse(JSON.parse(call.body)),
    };
    webhooks.push(webhook);
    return data(webhook, 201);
  };
  const list = () => data(webhooks.map(({ signing_secret: _secret, ...shown }) => shown));
  return [
    [/^POST \/register\/public\/webhooks$/, authorized(create)],
    [/^GET \/register\/public\/webhooks$/, authorized(list)],
    [/^GET \/register\/public\/account\/webhook-signing-secret$/, authorized(() => data(webhooks))],
  ];
}
