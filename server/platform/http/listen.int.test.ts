import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { BUILD_INFO } from '#server/platform/lib/build-info.ts';
import { listen, urlOf, type Listener } from './listen.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function connectTo({ port }: Listener): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

test('a connection without a request does not prevent the server from closing', async () => {
  const listener = await listen(0, '127.0.0.1');
  const accepted = once(listener.server, 'connection');
  const socket = await connectTo(listener);
  await accepted;
  const disconnected = once(socket, 'close');
  await listener.close();
  await disconnected;
});

test('an idle connection outlives the 60 s of common proxies', async () => {
  const listener = await listen(0, '127.0.0.1');
  listener.serve((_req, res) => res.end());
  const response = await fetch(urlOf('127.0.0.1', listener.port));
  expect(response.headers.get('keep-alive')).toBe('timeout=65');
  await listener.close();
});

test('a pending request is finished before the server has closed, which waits for nothing else', async () => {
  const listener = await listen(0, '127.0.0.1', { graceMs: MINUTE_MS });
  const received = new Promise<() => void>((resolve) => {
    listener.serve((_req, res) => {
      resolve(() => res.end('finished'));
    });
  });
  const response = fetch(urlOf('127.0.0.1', listener.port));
  const respond = await received;
  const closed = listener.close();
  respond();
  expect(await (await response).text()).toBe('finished');
  await closed;
});

test('a leaving server is not ready, serves what comes and closes each connection politely', async () => {
  const listener = await listen(0, '127.0.0.1');
  const url = urlOf('127.0.0.1', listener.port);
  const pending: (() => void)[] = [];
  listener.serve((req, res) => {
    if (req.url === '/slow') pending.push(() => res.end('slow'));
    else res.end('served');
  });
  const received = once(listener.server, 'request');
  const slow = fetch(`${url}/slow`);
  await received;
  listener.leave();
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping', down: ['application'] }]);
  const served = await fetch(`${url}/api/campaigns/`);
  expect([served.status, served.headers.get('connection'), await served.text()]).toEqual([
    200,
    'close',
    'served',
  ]);
  pending[0]?.();
  expect((await slow).headers.get('connection')).toBe('close');
  await listener.close();
});

test('the readers of event streams are told when to reconnect', async () => {
  const listener = await listen(0, '127.0.0.1');
  let end = (): void => undefined;
  listener.serve((_req, res) => {
    res.setHeader('content-type', 'text/event-stream');
    res.write('data: 1\n\n');
    end = () => void res.end();
  });
  const response = await fetch(urlOf('127.0.0.1', listener.port));
  listener.leave();
  listener.drain('/webhooks/');
  end();
  expect(await response.text()).toMatch(/^data: 1\n\nretry: \d+\n\n$/);
  await listener.close();
});

test('a draining server serves only the given paths', async () => {
  const listener = await listen(0, '127.0.0.1');
  const url = urlOf('127.0.0.1', listener.port);
  listener.serve((_req, res) => res.end('served'));
  listener.drain('/webhooks/');
  expect(await (await fetch(`${url}/webhooks/carrier`)).text()).toBe('served');
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([
    200,
    { status: 'ok', down: [], version: BUILD_INFO.version },
  ]);
  for (const path of ['/readyz', '/login/', '/']) {
    const response = await fetch(url + path);
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
    expect(response.headers.get('retry-after')).toBe('1');
  }
  const login = await fetch(`${url}/login/`, { method: 'POST', body: '{}' });
  const error = { code: 'UNAVAILABLE', error: expect.any(String) as string, retry_after: 1 };
  expect(await login.json()).toMatchObject(error);
  const problem = await fetch(url, { headers: { accept: 'application/problem+json' } });
  expect(problem.headers.get('content-type')).toContain('application/problem+json');
  expect(await problem.json()).toMatchObject({ ...error, type: '/docs#UNAVAILABLE', status: 503 });
  await listener.close();
});

test('a request that never ends is aborted', async () => {
  const listener = await listen(0, '127.0.0.1', { graceMs: 50 });
  const received = new Promise<void>((resolve) => {
    listener.serve(() => {
      resolve();
    });
  });
  const socket = await connectTo(listener);
  socket.write('POST / HTTP/1.1\r\nhost: hark\r\ncontent-length: 100\r\n\r\nhalf');
  await received;
  const disconnected = once(socket, 'close');
  await listener.close();
  await disconnected;
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
  ['hark.local', 'http://hark.local:3000'],
])('a server that listens on %s has the URL %s', (host, url) => {
  expect(urlOf(host, 3000)).toBe(url);
  expect(new URL(url).origin).toBe(url);
});
