import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDropCowboyCarrier } from './dropcowboy-carrier.ts';
import type { Drop, VoicemailCarrier } from './port.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const NO_FUNDS = 'The carrier account has no funds';
const BAD_CREDENTIALS = 'The carrier refused our credentials';
const NOT_SENT = { kind: 'unavailable', code: 'unreachable', notAccepted: true };
const DROP: Drop = {
  attemptId: 'c1-7-1',
  to: '12025550142',
  postalCode: '02101',
  content: { kind: 'media', mediaId: 'm1' },
};

describe('placing a drop at Drop Cowboy', () => {
  const opened: { server: Server; carrier: VoicemailCarrier }[] = [];

  afterEach(() => {
    for (const { server, carrier } of opened.splice(0)) {
      carrier.close();
      server.closeAllConnections();
      server.close();
    }
  });

  async function carrierAt(
    listener: RequestListener,
    timeoutMs = 5_000,
    maxConnections = 64,
  ): Promise<VoicemailCarrier> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const carrier = createDropCowboyCarrier({
      baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
      key: 'the-key',
      secret: 'the-secret',
      phoneLineId: 'line-1',
      callbackUrl: 'https://hark.example/webhooks/carrier/s3cret',
      clock: { now: () => NOW },
      timeoutMs,
      maxConnections,
    });
    opened.push({ server, carrier });
    return carrier;
  }

  const carrierReturning = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    carrierAt((_req, res) =>
      res.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body)),
    );

  it.each([
    ['is not there', { media_exists: false }, undefined],
    ['is there', { media_exists: true }, 'm1'],
    ['is there, as nothing else is said', {}, 'm1'],
  ])('an uploaded recording that %s', async (_, completed, expected) => {
    const carrier = await carrierAt((req, res) => {
      req.resume();
      const url = `http://${req.headers.host ?? ''}/upload`;
      const created = { media_id: 'm1', upload: { mp3: { url, content_type: 'audio/mpeg' } } };
      const data = req.url?.endsWith('/complete') === true ? completed : created;
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
    const added = carrier.addMedia({ name: 'Hark', recording: Buffer.from('mp3') });
    if (expected === undefined) await expect(added).rejects.toThrow('does not have the uploaded recording');
    else expect(await added).toBe(expected);
  });

  it('sends the documented request with the attempt id as idempotency key and foreign id', async () => {
    let seen: { path: string | undefined; headers: Record<string, unknown>; body: unknown } | undefined;
    const carrier = await carrierAt((req, res) => {
      let text = '';
      req.on('data', (chunk: Buffer) => (text += chunk.toString()));
      req.on('end', () => {
        seen = {
          path: `${String(req.method)} ${String(req.url)}`,
          headers: req.headers,
          body: JSON.parse(text) as unknown,
        };
        res.writeHead(202).end('{"status":"queued","message_id":"msg-1"}');
      });
    });
    await expect(carrier.place(DROP)).resolves.toEqual({ kind: 'accepted', messageId: 'msg-1' });
    expect(seen?.path).toBe('POST /rvm');
    expect(seen?.headers).toMatchObject({
      'x-key': 'the-key',
      'x-secret': 'the-secret',
      'idempotency-key': 'c1-7-1',
    });
    expect(seen?.body).toEqual({
      to: '+12025550142',
      phone_line_id: 'line-1',
      media_id: 'm1',
      foreign_id: 'c1-7-1',
      callback_url: 'https://hark.example/webhooks/carrier/s3cret',
      postal_code: '02101',
    });
  });

  it.each([
    [
      429,
      { title: 'Too Many Requests' },
      { 'retry-after': '7' },
      { kind: 'unavailable', code: '429', retryAfterMs: 7_000, notAccepted: true },
    ],
    [
      503,
      'busy',
      { 'retry-after': 'Fri, 20 Nov 2026 09:30:30 GMT' },
      { kind: 'unavailable', code: '503', retryAfterMs: 30_000 },
    ],
    [500, '', {}, { kind: 'unavailable', code: '500' }],
    [401, { title: 'Unauthorized' }, {}, { kind: 'unavailable', code: '401', accountFault: BAD_CREDENTIALS }],
    [402, 'pay', {}, { kind: 'unavailable', code: '402', accountFault: NO_FUNDS }],
    [400, { reason_code: 3000 }, {}, { kind: 'unavailable', code: '3000', accountFault: NO_FUNDS }],
    [
      400,
      { message: 'to is required', detail: { code: 'invalid_request' } },
      {},
      { kind: 'rejected', code: 'invalid_request', reason: 'The carrier reported code invalid_request' },
    ],
    [422, 'no', {}, { kind: 'rejected', code: '422', reason: 'The carrier returned status 422' }],
    [409, { title: 'Conflict' }, {}, { kind: 'unavailable', code: '409' }],
    [409, { reason_code: 3027 }, {}, { kind: 'accepted', messageId: 'c1-7-1' }],
    [202, 'not json', {}, { kind: 'unknown' }],
  ])('classifies %i %j', async (status, body, headers, placement) => {
    const carrier = await carrierReturning(status, body, headers);
    await expect(carrier.place(DROP)).resolves.toEqual(placement);
  });

  it('returns `unknown` for a request that timed out', async () => {
    const carrier = await carrierAt(() => undefined, 50);
    await expect(carrier.place(DROP)).resolves.toEqual({ kind: 'unknown' });
  });

  it('returns `unknown` for a request whose connection was closed', async () => {
    const carrier = await carrierAt((req) => req.socket.destroy());
    await expect(carrier.place(DROP)).resolves.toEqual({ kind: 'unknown' });
  });

  it('returns `unknown` for a truncated response', async () => {
    const carrier = await carrierAt((_req, res) => {
      res.writeHead(202, { 'content-length': '100' });
      res.write('{"status":');
      setImmediate(() => res.destroy());
    });
    await expect(carrier.place(DROP)).resolves.toEqual({ kind: 'unknown' });
  });

  it('returns `unavailable` and not taken when the connection is refused', async () => {
    const carrier = await carrierAt(() => undefined);
    const [first] = opened;
    await new Promise((resolve) => first?.server.close(resolve));
    await expect(carrier.place(DROP)).resolves.toEqual(NOT_SENT);
  });

  it('sends nothing that may not be sent any more once it has a connection', async () => {
    let respond: () => void = () => undefined;
    const received: string[] = [];
    const carrier = await carrierAt(
      (req, res) => {
        received.push(String(req.headers['idempotency-key']));
        respond = () => res.writeHead(202).end('{"message_id":"msg-1"}');
      },
      5_000,
      1,
    );
    const first = carrier.place(DROP);
    await expect.poll(() => received).toEqual([DROP.attemptId]);
    const stop = new AbortController();
    const waiting = carrier.place({ ...DROP, attemptId: 'c1-8-1' }, () => !stop.signal.aborted);
    stop.abort();
    respond();
    await expect(first).resolves.toMatchObject({ kind: 'accepted' });
    await expect(waiting).resolves.toEqual(NOT_SENT);
    expect(received).toEqual([DROP.attemptId]);
  });
});
