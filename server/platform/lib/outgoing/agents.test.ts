import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, LookupFunction, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createHttpSender } from '#server/providers/http-sender.ts';
import { startConnectProxy, type ConnectProxy } from '#server/testing/fakes/connect-proxy.ts';
import { certificate, key } from '#server/testing/fakes/test-certificate.ts';
import { fetchBy } from './agent-fetch.ts';
import { proxiedAgents, type CreateAgents } from './agents.ts';
import { openTunnel } from './open-tunnel.ts';

const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function proxyTo(portOf: Parameters<typeof startConnectProxy>[0]): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(portOf);
  opened.push(proxy);
  return proxy;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

const serve = (listener: RequestListener) => portOf(createServer(listener));
const serveTls = (listener: RequestListener) =>
  portOf(createHttpsServer({ key, cert: certificate }, listener));

/** Every name is this machine for requests without a proxy. */
const lookup: LookupFunction = (_name, { all }, callback) => {
  if (all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** Agents of the proxy for both schemes, with names and a certificate of this test. */
function agentsOf(proxy: string, ...except: string[]): CreateAgents {
  const create = proxiedAgents({ http: new URL(proxy), https: new URL(proxy), except });
  return (options) => create({ ...options, ca: certificate, lookup });
}

const get = (url: string) => ({ method: 'GET', url, timeoutMs: 5_000 }) as const;

test('requests by https go through one kept tunnel, with the name and password of the proxy', async () => {
  const port = await serveTls((req, res) => res.end(`${String(req.headers.host)} ${String(req.url)}`));
  const proxy = await proxyTo(() => port);
  const sender = createHttpSender(4, agentsOf(proxy.url.replace('//', '//hark:a%40b@')));
  for (const path of ['/one', '/two'])
    expect((await sender.send(get(`https://api.stripe.com${path}`))).text).toBe(`api.stripe.com ${path}`);
  expect(proxy.asked).toEqual(['api.stripe.com:443']);
  const pair = Buffer.from('hark:a@b').toString('base64');
  expect(proxy.credentials).toEqual([`Basic ${pair}`]);
  sender.close();
});

test('requests by http are tunnelled too', async () => {
  const port = await serve((req, res) => res.end(req.url));
  const proxy = await proxyTo(() => port);
  const sender = createHttpSender(4, agentsOf(proxy.url));
  expect((await sender.send(get('http://objects.example:9000/a'))).text).toBe('/a');
  expect(proxy.asked).toEqual(['objects.example:9000']);
  sender.close();
});

test.each([
  ['through a proxy', [], 1],
  ['without a proxy', ['storage.example'], 0],
])('a kept connection %s ends with its agents', async (_, except, tunnels) => {
  const server = createServer({ keepAliveTimeout: 0 }, (_req, res) => res.end('kept'));
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const port = await portOf(server);
  const proxy = await proxyTo(() => port);
  const { http: agent } = agentsOf(proxy.url, ...except)({ keepAlive: true });
  const request = httpRequest(`http://storage.example:${String(port)}/`, { agent }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('kept');
  expect(proxy.asked).toHaveLength(tunnels);
  const [socket] = await connected;
  const closed = once(socket, 'close');
  agent.destroy();
  await closed;
});

test('the certificate has to be that of the target', async () => {
  const port = await serveTls((_req, res) => res.end());
  const proxy = await proxyTo(() => port);
  const sender = createHttpSender(4, agentsOf(proxy.url));
  await expect(sender.send(get('https://other.example/'))).rejects.toThrow(/altnames|Hostname/);
  sender.close();
});

test('loopback and what NO_PROXY names is reached without the proxy', async () => {
  const port = await serve((_req, res) => res.end('direct'));
  const tlsPort = await serveTls((_req, res) => res.end('direct'));
  const proxy = await proxyTo(() => undefined);
  const sender = createHttpSender(4, agentsOf(proxy.url, '.stripe.com'));
  const urls = [`http://127.0.0.1:${String(port)}/`, `https://api.stripe.com:${String(tlsPort)}/`];
  for (const url of urls) expect((await sender.send(get(url))).text).toBe('direct');
  expect(proxy.asked).toEqual([]);
  sender.close();
});

test('a request that the proxy refuses was not sent, and its error has no password', async () => {
  const proxy = await proxyTo(() => undefined);
  const sender = createHttpSender(4, agentsOf(proxy.url.replace('//', '//hark:password@')));
  const refused = sender.send(get('https://api.stripe.com/'));
  const host = proxy.url.replace('http://', '');
  await expect(refused).rejects.toMatchObject({
    sent: false,
    message: `GET https://api.stripe.com/: the proxy ${host} answered 502 for api.stripe.com:443`,
    cause: { code: 'PROXY_FAILED' },
  });
  sender.close();
});

test('a request waits no longer once its agent is destroyed', async () => {
  const proxy = await proxyTo(() => 'silence');
  const sender = createHttpSender(4, agentsOf(proxy.url));
  const waiting = sender.send(get('https://api.stripe.com/'));
  waiting.catch(() => undefined);
  await expect.poll(() => proxy.asked, { interval: 5 }).toHaveLength(1);
  sender.close();
  await expect(waiting).rejects.toMatchObject({ sent: false, message: /gave no connection/ });
});

test('a proxy that does not answer is given up', async () => {
  const proxy = await proxyTo(() => 'silence');
  const { signal } = new AbortController();
  const target = { host: 'fd00::7', port: 443, signal, timeoutMs: 20 };
  await expect(openTunnel(new URL(proxy.url), target)).rejects.toThrow(
    'gave no connection for [fd00::7]:443',
  );
});

test('fetch by agents sends forms, and reads answers with and without a body', async () => {
  const port = await serve((req, res) => {
    if (req.url === '/none') return void res.writeHead(204).end();
    void text(req).then((body) => {
      const type = String(req.headers['content-type']);
      const isWhole = Number(req.headers['content-length']) === Buffer.byteLength(body);
      res.writeHead(201, { 'x-whole': String(isWhole) }).end(`${type} ${body}`);
    });
  });
  const proxy = await proxyTo(() => port);
  const request = fetchBy(agentsOf(proxy.url)({}));
  const form = new FormData();
  form.append('name', 'Ana');
  const stored = await request('http://api.example/', { method: 'POST', body: form });
  expect([stored.status, stored.headers.get('x-whole')]).toEqual([201, 'true']);
  expect(await stored.text()).toMatch(/^multipart\/form-data; boundary=.*name="name"\s+Ana/s);
  expect((await request('http://api.example/none')).status).toBe(204);
  expect(proxy.asked).toEqual(['api.example:80', 'api.example:80']);
});

test('fetch by agents ends at its signal', async () => {
  const port = await serve(() => undefined);
  const proxy = await proxyTo(() => port);
  const stop = new AbortController();
  const waiting = fetchBy(agentsOf(proxy.url)({}))('http://api.example/', { signal: stop.signal });
  waiting.catch(() => undefined);
  await expect.poll(() => proxy.asked, { interval: 5 }).toHaveLength(1);
  stop.abort();
  await expect(waiting).rejects.toThrow(/abort/);
});

test('fetch by agents rejects an answer that changes the protocol', async () => {
  const server = createServer();
  server.on('connection', (socket) => {
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    );
  });
  const port = await portOf(server);
  const proxy = await proxyTo(() => port);
  await expect(fetchBy(agentsOf(proxy.url)({}))('http://api.example/')).rejects.toThrow('without an answer');
});
