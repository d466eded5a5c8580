import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen, type Listener } from '../listen.ts';
import { SlowBodies } from './slow-bodies.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A rate that a body of one block a minute has. */
const BLOCK = 64 * 1_024;
const LIMITS = { idleMs: MINUTE, freeMs: 5 * MINUTE, minRate: 1_024 };

let now: number;
let bodies: SlowBodies;
let listener: Listener;
/** The request of the test, once its headers have arrived. */
let request: Promise<[IncomingMessage, ServerResponse]>;
/** What the application has read of it, unless it reads nothing. */
let read: Promise<string>;
let isReading: boolean;
const sockets: Socket[] = [];
beforeEach(async () => {
  now = 0;
  isReading = true;
  bodies = new SlowBodies(LIMITS, () => now);
  listener = await listen(0, '127.0.0.1', { bodies, graceMs: 50 });
  request = new Promise((resolve) => {
    listener.serve((req, res) => {
      resolve([req, res]);
      if (!isReading) return;
      read = text(req);
      read.then(
        (body) => res.end(`${String(body.length)} characters`),
        () => undefined,
      );
    });
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close();
});

/** Returns what a connection has brought when it is closed. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (part: string) => (answer += part)).on('error', () => undefined);
  await once(socket, 'close');
  return answer;
}

/** Sends the headers of a request whose body is to have `length` bytes, and returns its connection and the answer. */
async function begin(length: number) {
  const socket = connect(listener.port, '127.0.0.1').setEncoding('latin1');
  sockets.push(socket);
  const answer = answerOf(socket);
  socket.write(
    `POST /upload HTTP/1.1\r\nhost: hark\r\nconnection: close\r\ncontent-length: ${String(length)}\r\n\r\n`,
  );
  const [req, res] = await request;
  return { socket, answer, req, res };
}

/** Sends bytes and resolves once they have arrived. */
async function send({ socket, req }: { socket: Socket; req: IncomingMessage }, bytes: number): Promise<void> {
  const before = req.socket.bytesRead;
  const arrived = new Promise<void>((resolve) => {
    const look = () => {
      if (req.socket.bytesRead >= before + bytes) resolve();
      else setImmediate(look);
    };
    look();
  });
  socket.write('x'.repeat(bytes));
  await arrived;
}

function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += 5 * SECOND) {
    now += 5 * SECOND;
    bodies.check();
  }
}

test('a body may take an hour as long as it moves', async () => {
  const sent = await begin(70 * BLOCK);
  for (let minute = 0; minute < 70; minute += 1) {
    await send(sent, BLOCK);
    pass(MINUTE - 5 * SECOND);
    now += 5 * SECOND;
  }
  expect(await sent.answer).toContain(`${String(70 * BLOCK)} characters`);
});

test('a body of which nothing comes for a minute is ended', async () => {
  const sent = await begin(2 * BLOCK);
  await send(sent, BLOCK);
  pass(5 * SECOND);
  const refused = expect(read).rejects.toThrow('aborted');
  pass(MINUTE);
  expect(await sent.answer).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  await refused;
});

test('a server looks for such bodies every five seconds until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await listener.close();
    listener = await listen(0, '127.0.0.1', { bodies, graceMs: 50 });
    const check = vi.spyOn(bodies, 'check');
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(check).toHaveBeenCalledTimes(24);
    await listener.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a body that comes drop by drop is ended after five minutes, though it moves', async () => {
  const sent = await begin(BLOCK);
  for (let minute = 0; minute < 5; minute += 1) {
    await send(sent, 8);
    pass(MINUTE);
  }
  expect(sent.req.socket.writableEnded).toBe(false);
  const refused = expect(read).rejects.toThrow('aborted');
  await send(sent, 8);
  pass(5 * SECOND);
  expect(await sent.answer).toContain('408');
  await refused;
});

test('a sender is not slow while the application reads nothing', async () => {
  isReading = false;
  const sent = await begin(10 * BLOCK);
  await send(sent, BLOCK);
  pass(30 * MINUTE);
  expect(sent.req.destroyed).toBe(false);
});

test('a request that was answered is closed without a second answer', async () => {
  isReading = false;
  const sent = await begin(2 * BLOCK);
  sent.req.resume();
  sent.res.writeHead(413, { 'content-length': 9 });
  sent.res.write('too large');
  await once(sent.socket, 'data');
  pass(MINUTE);
  expect(await sent.answer).toMatch(/^HTTP\/1\.1 413 [^]*too large$/);
});

test('the headers of a request have a limit of their own', () => {
  expect(listener.server).toMatchObject({ headersTimeout: MINUTE, requestTimeout: 0 });
});
