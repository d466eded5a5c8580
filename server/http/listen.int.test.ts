import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
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

test('a connection on which nothing is asked does not keep a server from closing', async () => {
  const listener = await listen(0, '127.0.0.1');
  const accepted = once(listener.server, 'connection');
  const socket = await connectTo(listener);
  await accepted;
  const gone = once(socket, 'close');
  await listener.close();
  await gone;
});

test('a request in hand is answered before the server has closed', async () => {
  const listener = await listen(0, '127.0.0.1');
  const asked = new Promise<() => void>((resolve) => {
    listener.serve((_req, res) => {
      resolve(() => res.end('answered'));
    });
  });
  const response = fetch(urlOf('127.0.0.1', listener.port));
  const answer = await asked;
  const closed = listener.close();
  answer();
  expect(await (await response).text()).toBe('answered');
  await closed;
});

test('while it is drained only the paths that are named are served', async () => {
  const listener = await listen(0, '127.0.0.1');
  const url = urlOf('127.0.0.1', listener.port);
  listener.serve((_req, res) => res.end('served'));
  listener.drain('/webhooks/');
  expect(await (await fetch(`${url}/webhooks/carrier`)).text()).toBe('served');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const path of ['/readyz', '/login/', '/']) {
    const refused = await fetch(url + path);
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
  }
  await listener.close();
});

test('a request that never ends is cut off', async () => {
  const listener = await listen(0, '127.0.0.1', 50);
  const asked = new Promise<void>((resolve) => {
    listener.serve(() => {
      resolve();
    });
  });
  const socket = await connectTo(listener);
  socket.write('POST / HTTP/1.1\r\nhost: hark\r\ncontent-length: 100\r\n\r\nhalf');
  await asked;
  const gone = once(socket, 'close');
  await listener.close();
  await gone;
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
  ['hark.local', 'http://hark.local:3000'],
])('a server that listens on %s is reached at %s', (host, url) => {
  expect(urlOf(host, 3000)).toBe(url);
  expect(new URL(url).origin).toBe(url);
});
