import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { FileDownload } from '#server/platform/trpc/trpc.ts';
import { sendFile, signalOf } from './send-file.ts';

type Parts = ConstructorParameters<typeof FileDownload>[1];

let close: () => void = () => undefined;
afterEach(() => {
  close();
});

/** A server that sends `parts` as a file. Returns its port, and how the sending ends. */
async function serving(parts: Parts) {
  const turns: string[] = [];
  let ended: (outcome: unknown) => void;
  const outcome = new Promise((resolve) => (ended = resolve));
  const app = express().get('/', (_req, res) => {
    const part = <T>(work: () => Promise<T>) => {
      turns.push('turn');
      return work();
    };
    const download = new FileDownload('Sale "1".csv', parts);
    sendFile(res, {}, download, { part, signal: signalOf(res) }).then(
      () => {
        ended('sent');
      },
      (error: unknown) => {
        res.destroy();
        ended(error);
      },
    );
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${String(port)}/`, turns, outcome };
}

/** Yields texts, and notes whether the reading was ended early. */
function reading(texts: Iterable<string>) {
  const state = { read: 0, closed: false };
  async function* parts(): AsyncGenerator<string> {
    try {
      for (const text of texts) {
        state.read += 1;
        yield await Promise.resolve(text);
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, parts: parts() };
}

test('a file is sent under its name, each part in its turn', async () => {
  const { parts, state } = reading(['a,b\r\n', '1,2\r\n']);
  const { url, turns, outcome } = await serving(parts);
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Sale \\"1\\".csv"');
  expect(await response.text()).toBe('a,b\r\n1,2\r\n');
  expect([await outcome, turns.length, state.closed]).toEqual(['sent', 3, true]);
});

test('HEAD has the headers, reads one part and ends the reading', async () => {
  const { parts, state } = reading(['a', 'b', 'c']);
  const { url, outcome } = await serving(parts);
  const response = await fetch(url, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="Sale \\"1\\".csv"',
  ]);
  expect([await outcome, state]).toEqual(['sent', { read: 1, closed: true }]);
});

test('a part that cannot be read is an error, and the reading ends', async () => {
  const failed = new Error('the database is away');
  const { parts, state } = reading({
    [Symbol.iterator]: () => {
      throw failed;
    },
  });
  const { url, outcome } = await serving(parts);
  await expect(fetch(url)).rejects.toThrow();
  expect([await outcome, state.closed]).toEqual([failed, true]);
});

test('a client that goes away ends the reading without an error, however much is left', async () => {
  const block = 'x'.repeat(256 * 1024);
  const { parts, state } = reading({
    *[Symbol.iterator]() {
      for (;;) yield block;
    },
  });
  const { port, outcome } = await serving(parts);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  expect(await outcome).toBe('sent');
  expect(state.closed).toBe(true);
});
