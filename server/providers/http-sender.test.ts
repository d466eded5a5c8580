import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpSender } from './http-sender.ts';

describe('sending requests', () => {
  const opened: Server[] = [];

  afterEach(() => {
    for (const server of opened.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    opened.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  }

  it('sends at most the given number of requests at once over kept-alive connections', async () => {
    const held: (() => void)[] = [];
    const ports = new Set<number | undefined>();
    const url = await serve((req, res) => {
      ports.add(req.socket.remotePort);
      held.push(() => res.end('{}'));
    });
    const sender = createHttpSender(4);
    const request = { method: 'POST', url, body: '{}', timeoutMs: 5_000 } as const;
    const responses = Promise.all(Array.from({ length: 20 }, () => sender.send(request)));
    for (let responded = 0; responded < 20; responded += 1) {
      // Each response lets exactly one more request start.
      await expect.poll(() => held.length, { interval: 5 }).toBe(Math.min(20, responded + 4));
      held[responded]?.();
    }
    expect((await responses).every(({ status }) => status === 200)).toBe(true);
    expect(ports.size).toBe(4);
    sender.close();
  });

  it('sends a binary body unchanged with its length', async () => {
    let seen: [string | undefined, Buffer] | undefined;
    const url = await serve((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        seen = [req.headers['content-length'], Buffer.concat(chunks)];
        res.end();
      });
    });
    const sender = createHttpSender(1);
    const body = Buffer.from([0xff, 0x00, 0xfb]);
    await sender.send({ method: 'PUT', url, body, timeoutMs: 5_000 });
    expect(seen).toEqual(['3', body]);
    sender.close();
  });

  it('rejects a response that is too large', async () => {
    const url = await serve((_req, res) => res.end('x'.repeat(300 * 1024)));
    const sender = createHttpSender(1);
    await expect(sender.send({ method: 'GET', url, timeoutMs: 5_000 })).rejects.toMatchObject({ sent: true });
    sender.close();
  });

  it('rejects an answer that changes the protocol', async () => {
    const server = createServer();
    server.on('connection', (socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
      );
    });
    opened.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    const sender = createHttpSender(1);
    await expect(sender.send({ method: 'POST', url, timeoutMs: 5_000 })).rejects.toMatchObject({
      sent: true,
    });
    sender.close();
  });

  it('sends no queued request after it was closed', async () => {
    const requested: string[] = [];
    const url = await serve((req) => {
      requested.push(req.url ?? '');
      sender.close();
    });
    const sender = createHttpSender(1);
    const [first, second] = ['first', 'second'].map((path) =>
      sender.send({ method: 'GET', url: `${url}${path}`, timeoutMs: 5_000 }),
    );
    await expect(first).rejects.toMatchObject({ sent: true });
    await expect(second).rejects.toMatchObject({ sent: false });
    expect(requested).toEqual(['/first']);
  });
});
