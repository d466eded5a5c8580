import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#server/platform/lib/errors.ts';
import { callContext } from '#server/platform/lib/observability/call-context.ts';
import { NO_INSTRUMENTS, type Instruments } from '#server/platform/lib/observability/instruments.ts';
import { createCarrierListener, type CarrierWebhooks, type RecordedReport } from './carrier-listener.ts';

/** What reached the webhooks, how requests were measured, and what was logged. */
let received: unknown[] = [];
let measured: unknown[] = [];
let logged: string[] = [];
/** How the webhooks handle the next report. */
let outcome: () => Promise<RecordedReport>;

const webhooks: CarrierWebhooks = {
  callback(secret, body) {
    received.push({ secret, body, requestId: callContext()?.requestId });
    return outcome();
  },
  signed(headers, rawBody) {
    received.push({ signature: headers['x-signature'], body: rawBody.toString() });
    return outcome();
  },
  logRefusal: (error, from) => logged.push(`${String(error)} from ${String(from)}`),
};

const instruments: Instruments = {
  ...NO_INSTRUMENTS,
  active: true,
  metrics: { ...NO_INSTRUMENTS.metrics, observe: (name, labels) => measured.push([name, labels]) },
};

let server: Server;
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line) => logged.push(line) });
  const passOn = (req: IncomingMessage) => {
    received.push({ passedOn: req.url });
  };
  server = createServer(
    createCarrierListener({ webhooks, log, instruments }, (req, res) => {
      passOn(req);
      res.writeHead(404).end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  received = [];
  measured = [];
  logged = [];
  outcome = () => Promise.resolve('recorded');
});

const BODY = '{"status":"success"}';

interface Sent {
  target?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Returns a request as it is sent, which `fetch` would normalize. */
function written({ target = '/webhooks/carrier/S3cret', method = 'POST', headers = {}, body = BODY }: Sent) {
  const all = { host: 'x', 'content-type': 'application/json', 'content-length': body.length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}`);
  return [`${method} ${target} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

/** Sends requests on one connection, the last of which closes it. Returns the responses. */
async function send(...requests: Sent[]): Promise<string> {
  const last = requests.length - 1;
  const closing = requests.map((request, at) =>
    at === last ? { ...request, headers: { ...request.headers, connection: 'close' } } : request,
  );
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(closing.map(written).join(''));
  return text(socket);
}

async function statuses(...requests: Sent[]): Promise<number[]> {
  const lines = (await send(...requests)).matchAll(/HTTP\/1\.1 (\d+)/g);
  return [...lines].map(([, status]) => Number(status));
}

describe('a callback', () => {
  it.each([
    '/webhooks/carrier/S3cret',
    '/webhooks/carrier/S3cret/',
    '/webhooks/carrier/S3cret?attempt=1/2',
    '/webhooks/carrier/S3cret#part',
    '/Webhooks/CARRIER/S3cret',
    '/webhooks/carrier/S3%63ret',
    'http://hark.example/webhooks/carrier/S3cret',
    'https://hark.example:8443/webhooks/carrier/S3cret/?attempt=1',
  ])('is taken at %s', async (target) => {
    expect(await statuses({ target })).toEqual([200]);
    expect(received).toMatchObject([{ secret: 'S3cret', body: BODY }]);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json ; version=1; charset="utf-8"',
    'application/json; charset=',
  ])('is taken as %s', async (type) => {
    expect(await statuses({ headers: { 'content-type': type } })).toEqual([200]);
    expect(received).toMatchObject([{ body: BODY }]);
  });

  it.each(['', 'identity', 'Identity'])('is taken in the encoding "%s"', async (encoding) => {
    expect(await statuses({ headers: { 'content-encoding': encoding } })).toEqual([200]);
  });

  it.each(['text/plain', 'application/jsonp', 'text/json', 'application/x-www-form-urlencoded'])(
    'of type %s has no JSON',
    async (type) => {
      await send({ headers: { 'content-type': type } });
      expect(received).toMatchObject([{ secret: 'S3cret', body: '' }]);
    },
  );
});

it.each(['/webhooks/carrier', '/webhooks/carrier/', '/webhooks/carrier?a=/b', 'http://h/webhooks/carrier'])(
  'a signed webhook is taken at %s, as the bytes that were sent',
  async (target) => {
    const headers = { 'X-Signature': 'sha256=1', 'content-type': 'text/plain; charset=latin1' };
    expect(await statuses({ target, headers })).toEqual([200]);
    expect(received).toEqual([{ signature: 'sha256=1', body: BODY }]);
  },
);

it.each([
  '//webhooks/carrier/S3cret',
  '/webhooks//carrier/S3cret',
  '/webhooks/carrier//S3cret',
  '/webhooks/carrier/S3cret//',
  '/webhooks/carrier/S3cret/more',
  '/webhooks/carrier%2fS3cret',
  '/webhooks/./carrier/S3cret',
  '/webhooks/carriers',
  '//hark.example/webhooks/carrier/S3cret',
  '/x?/webhooks/carrier/S3cret',
])('%s is left to the application', async (target) => {
  await send({ target });
  expect(received).toEqual([{ passedOn: target }]);
});

it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('%s is left to the application', async (method) => {
  await send({ method, headers: { 'x-http-method-override': 'POST' } });
  expect(received).toEqual([{ passedOn: '/webhooks/carrier/S3cret' }]);
});

it('a connection serves further reports after one that was not read', async () => {
  const long = 'x'.repeat(200_000);
  const requests = [
    { headers: { 'content-encoding': 'gzip' } },
    { body: long },
    { headers: { 'content-type': 'application/json; charset=x' }, body: long },
    { target: '/webhooks/carrier', body: long },
    { target: '/webhooks/carrier/%zz' },
    {},
  ];
  expect(await statuses(...requests)).toEqual([415, 413, 415, 413, 400, 200]);
  expect(received).toMatchObject([{ body: BODY }]);
});

it('a report is measured under its route, and known by its request id', async () => {
  const requestId = { 'x-request-id': 'carrier-request-1' };
  const response = await send({ headers: requestId }, { target: '/webhooks/carrier' }, { target: '/other' });
  expect(response).toContain('X-Request-Id: carrier-request-1\r\n');
  expect(received).toMatchObject([{ requestId: 'carrier-request-1' }, {}, {}]);
  const name = 'hark_http_request_duration_seconds';
  expect(measured).toEqual([
    [name, { method: 'POST', route: '/webhooks/carrier/:secret', status: '200' }],
    [name, { method: 'POST', route: '/webhooks/carrier', status: '200' }],
  ]);
});

it('is answered by what its handler says, and an unknown error exposes nothing', async () => {
  outcome = () => Promise.resolve('ignored');
  expect(await send({})).toContain('{"success":true,"outcome":"ignored"}');
  outcome = () => Promise.reject(new AppError('UNAVAILABLE', 'Try again.'));
  expect(await send({})).toMatch(/^HTTP\/1\.1 503 [\s\S]+"code":"UNAVAILABLE"/);
  outcome = () => Promise.reject(new Error('at 10.0.0.7'));
  const unexpected = await send({ headers: { 'x-forwarded-for': `203.0.113.9, ${'9'.repeat(500)}` } });
  expect(unexpected).toMatch(/^HTTP\/1\.1 500 [\s\S]+"code":"INTERNAL"/);
  expect(unexpected).not.toContain('10.0.0.7');
  expect(logged.join('\n')).toMatch(/at 10\.0\.0\.7 from 203\.0\.113\.9, 9{187}, \S*127\.0\.0\.1\n/);
});
