import { getEventListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createResolve, type Resolve } from '#server/features/webhooks/addresses/resolve-name.ts';
import { createSendRequest } from './send-request.ts';

const RUNNING = new AbortController().signal;
const LOCAL = { loopback: true, allowedNetworks: [] };
const LIVE = { loopback: false, allowedNetworks: [] };
const RESOLVE = createResolve(LIVE);

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server; returns its port. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A resolver that returns these addresses, one list a call and then the last again. */
function resolving(...answers: string[][]): Resolve {
  let calls = 0;
  return () => {
    const found = answers[Math.min(calls++, answers.length - 1)] ?? [];
    return Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
}

const delivery = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' });

it('posts the body and returns the status and the beginning of the response', async () => {
  const bodies: string[] = [];
  const port = await serve((req, res) => {
    req.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
    req.on('end', () => res.writeHead(201).end('x'.repeat(100_000)));
  });
  const result = await createSendRequest(LOCAL, RESOLVE)(
    delivery(`http://127.0.0.1:${String(port)}/`),
    RUNNING,
  );
  expect(result).toEqual({ delivered: true, status: 201, excerpt: 'x'.repeat(4_000) });
  expect(bodies).toEqual(['{}']);
});

it.each([301, 302, 307, 308])(
  'a redirect (%i) to a private address is a failure, and nothing follows it',
  async (status) => {
    const inside = vi.fn<RequestListener>((_req, res) => void res.end());
    const target = await serve(inside);
    const port = await serve((_req, res) => {
      res.writeHead(status, { location: `http://127.0.0.1:${String(target)}/` }).end();
    });
    const result = await createSendRequest(LOCAL, RESOLVE)(
      delivery(`http://127.0.0.1:${String(port)}/`),
      RUNNING,
    );
    expect(result).toMatchObject({ delivered: false, status, error: 'Redirects are not followed' });
    expect(inside).not.toHaveBeenCalled();
  },
);

it.each([
  ['a loopback address', ['127.0.0.1']],
  ['a private one among public ones', ['93.184.215.14', '10.0.0.1']],
  ['the metadata service', ['169.254.169.254']],
  ['an IPv4 address in IPv6', ['::ffff:127.0.0.1']],
])('a name that resolves to %s is not connected to', async (_what, addresses) => {
  const inside = vi.fn<RequestListener>((_req, res) => void res.end());
  const port = await serve(inside);
  const send = createSendRequest(LIVE, resolving(addresses));
  const result = await send(delivery(`https://hooks.example.com:${String(port)}/`), RUNNING);
  expect(result).toEqual({ delivered: false, error: 'It must be on a public address' });
  expect(inside).not.toHaveBeenCalled();
});

it('a name is resolved for each connection, so that one that moves inside later is refused', async () => {
  const port = await serve((_req, res) => void res.end());
  const send = createSendRequest(LOCAL, resolving(['127.0.0.1'], ['10.0.0.1']));
  const url = `http://hooks.example.com:${String(port)}/`;
  expect(await send(delivery(url), RUNNING)).toMatchObject({ delivered: true });
  expect(await send(delivery(url), RUNNING)).toEqual({
    delivered: false,
    error: 'It must be on a public address',
  });
});

it.each(['http://127.0.0.1:9/', 'https://[::1]:9/', 'https://10.0.0.1/', 'https://[::ffff:7f00:1]/'])(
  'the address %s is refused without a lookup',
  async (url) => {
    const result = await createSendRequest(LIVE, RESOLVE)(delivery(url), RUNNING);
    expect(result).toEqual({ delivered: false, error: 'It must be on a public address' });
  },
);

it('a closed port and an endpoint that is not there are failures with a reason', async () => {
  const result = await createSendRequest(LOCAL, RESOLVE)(delivery('http://127.0.0.1:1/'), RUNNING);
  expect(result).toEqual({ delivered: false, error: 'The connection was refused' });
});

const codeOf = (code: string) => Object.assign(new Error('10.0.0.1 inside'), { code });
it.each<[Error, string]>([
  [codeOf('ENOTFOUND'), 'The host name cannot be found'],
  [codeOf('EAI_AGAIN'), 'The host name cannot be found'],
  [codeOf('ENODATA'), 'The host name cannot be found'],
  [codeOf('ESERVFAIL'), 'The host name cannot be found'],
  [codeOf('ETIMEOUT'), 'The name servers of the host do not answer'],
  [codeOf('EHOSTUNREACH'), 'The host cannot be reached'],
  [codeOf('ENETUNREACH'), 'The host cannot be reached'],
  [codeOf('ETIMEDOUT'), 'There was no answer within 10 seconds'],
  [new DOMException('late', 'TimeoutError'), 'There was no answer within 10 seconds'],
  [codeOf('CERT_HAS_EXPIRED'), 'Its TLS certificate is not valid'],
  [codeOf('SELF_SIGNED_CERT_IN_CHAIN'), 'Its TLS certificate is not valid'],
  [codeOf('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'Its TLS certificate is not valid'],
  [codeOf('ERR_TLS_CERT_ALTNAME_INVALID'), 'Its TLS certificate is not valid'],
  [codeOf('EMFILE'), 'The request failed'],
  [new Error('10.0.0.1 inside'), 'The request failed'],
])('a request that fails by %o is a failure in words that name nothing inside', async (error, text) => {
  const send = createSendRequest(LIVE, () => Promise.reject(error));
  const result = await send(delivery('https://hooks.example.com/'), RUNNING);
  expect(result).toEqual({ delivered: false, error: text });
});

it('a name without an address is a failure', async () => {
  const send = createSendRequest(LIVE, resolving([]));
  const result = await send(delivery('https://hooks.example.com/'), RUNNING);
  expect(result).toEqual({ delivered: false, error: 'The host name has no address' });
});

it.each([
  [3, { delivered: true, status: 200 }],
  [1_000, { delivered: false, error: 'The connection was closed without an answer' }],
])('an endpoint may send %i interim responses before its answer: %o', async (count, expected) => {
  const port = await serve((_req, res) => {
    for (let n = 0; n < count; n += 1) res.writeProcessing();
    res.writeHead(200).end();
  });
  const result = await createSendRequest(LOCAL, RESOLVE)(
    delivery(`http://127.0.0.1:${String(port)}/`),
    RUNNING,
  );
  expect(result).toMatchObject(expected);
});

it('an answer that changes the protocol is a failure', async () => {
  const server = createServer();
  servers.push(server);
  server.on('upgrade', () => undefined);
  server.on('connection', (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const result = await createSendRequest(LOCAL, RESOLVE)(
    delivery(`http://127.0.0.1:${String(port)}/`),
    RUNNING,
  );
  expect(result).toEqual({ delivered: false, error: 'The connection was closed without an answer' });
});

it('requests that have ended leave nothing at the signal of the process', async () => {
  const { signal } = new AbortController();
  const port = await serve((_req, res) => void res.end());
  const open: number[] = [];
  for (const url of [`http://127.0.0.1:${String(port)}/`, 'http://127.0.0.1:1/']) {
    const request = createSendRequest(LOCAL, RESOLVE)(delivery(url), signal);
    open.push(getEventListeners(signal, 'abort').length);
    await request;
    open.push(getEventListeners(signal, 'abort').length);
  }
  expect(open).toEqual([1, 0, 1, 0]);
});

it('an open request ends at once when the process stops', async () => {
  const stopping = new AbortController();
  const port = await serve(() => {
    stopping.abort();
  });
  const open = createSendRequest(LOCAL, RESOLVE)(
    delivery(`http://127.0.0.1:${String(port)}/`),
    stopping.signal,
  );
  await expect(open).rejects.toThrow();
});
