import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { startCluster, type HarkCluster } from '#server/testing/crash/hark-cluster.ts';
import { createTestCustomer, type TestCustomer } from '#server/testing/crash/test-customer.ts';
import { PROXIES, prepareProxy, type StartProxy } from './testing/start-proxy.ts';
import { begin, send } from './testing/send.ts';

const MB = 1_024 * 1_024;
const TIMEOUT_MS = 120_000;
const CLIENTS = 4;

let dataDir: string;
let hark: HarkCluster;
let customer: TestCustomer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hark-proxies-'));
  hark = await startCluster(await buildHark(), join(dataDir, 'data'), { webs: 1, workers: 0 });
  customer = await createTestCustomer(hark, 1);
}, TIMEOUT_MS);
afterAll(async () => {
  await hark.stop();
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

/** A form with a list of people who have many long notes. */
function listForm(rows: number, name: string): { type: string; body: Buffer } {
  const notes = Array.from({ length: 18 }, (_, n) => `Note ${String(n)}`);
  const cells = notes.map(() => 'x'.repeat(195));
  const people = Array.from({ length: rows }, (_, n) => {
    const phone = `202555${String(1_000 + (n % 9_000))}`;
    return [n + 1, 'Ana', name, phone, `1${phone}`, ...cells].join(',');
  });
  const csv = [`Id,FirstName,LastName,PhoneNumber,RecommendedPhone,${notes.join(',')}`, ...people].join('\n');
  const consent = { basis: 'written_consent', obtained_at: '2026-05-01', source: 'Order form' };
  const field = (name: string, value: string, file = '') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  const form = [
    field('name', name),
    field('consent', JSON.stringify(consent)),
    field('csv_file', csv, '; filename="people.csv"\r\ncontent-type: text/csv'),
  ];
  return { type: 'multipart/form-data; boundary=b', body: Buffer.from(`${form.join('')}--b--\r\n`) };
}

describe.each(PROXIES)('%s', (name) => {
  let start: StartProxy | undefined;
  let reason = '';
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    start = await prepareProxy(name).catch((error: unknown) => {
      reason = String(error);
      return undefined;
    });
  }, 300_000);
  beforeEach(({ skip }) => {
    if (start === undefined) skip(reason);
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  /** Starts the proxy in front of these origins; returns its URL. */
  async function before(...origins: readonly [string, string]): Promise<string> {
    if (start === undefined) throw new Error(reason);
    const proxy = await start(origins);
    closing.push(proxy.stop);
    return proxy.url;
  }

  /** The one web process that stays, on both places. */
  const alone = () => {
    const origin = hark.webs[0]?.origin ?? '';
    return before(origin, origin);
  };

  test('passes a list of 30 MB', { timeout: TIMEOUT_MS }, async () => {
    const url = await alone();
    const { type, body } = listForm(9_000, name);
    expect(body.length).toBeGreaterThan(30 * MB);
    const headers = { cookie: customer.client.cookie(), 'content-type': type };
    const saved = await send(url, { method: 'POST', path: '/api/contact-lists/', headers, body });
    expect(saved).toEqual({ status: 201, text: expect.stringContaining('"size":9000') as string });
  });

  test('refuses a body of more than 256 MB in the words of Hark, before it is read', async () => {
    const url = await alone();
    const headers = {
      cookie: customer.client.cookie(),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(300 * MB),
    };
    const { request, answer } = begin(url, { method: 'POST', path: '/api/contact-lists/', headers });
    request.write(Buffer.alloc(64 * 1_024, 'x'));
    const { status, text } = await answer;
    expect([status, JSON.parse(text)]).toMatchObject([413, { error: 'The file is larger than 256 MB.' }]);
    request.destroy();
  });

  test('passes events of the live progress on as they come', async () => {
    const url = await alone();
    const headers = { cookie: customer.client.cookie(), accept: 'text/event-stream' };
    const { request, first } = begin(url, { method: 'GET', path: '/trpc/live.progress', headers });
    request.end();
    // The stream goes on: what is held back until it ends would never come.
    expect(await first).toContain('event: connected');
    request.destroy();
  });

  test('sends a POST once where a process dies with it, and elsewhere where none was reached', async () => {
    const taken: string[] = [];
    const dying = createServer((req) => {
      if (req.method === 'GET') return void req.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      taken.push(req.url ?? '');
      req.resume().once('end', () => req.socket.destroy());
    });
    await new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${String((dying.address() as AddressInfo).port)}`;
    const post = {
      method: 'POST',
      path: '/pay',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{}'),
    };
    expect(await send(await before(origin, origin), post)).toMatchObject({ status: 502 });
    expect(taken).toEqual(['/pay']);
    await new Promise((resolve) => dying.close(resolve));
    const refused = `http://127.0.0.1:${String(await freePort())}`;
    const web = hark.webs[0]?.origin ?? '';
    const url = await before(refused, web);
    for (let tried = 0; tried < 4; tried += 1)
      expect(await send(url, { ...post, path: '/login/' })).toMatchObject({ status: 400 });
  });

  test('has no failed request while a web process stops', { timeout: TIMEOUT_MS }, async () => {
    const leaving = await hark.addWeb(await buildHark());
    const url = await before(leaving.origin, hark.webs[0]?.origin ?? '');
    const headers = { cookie: customer.client.cookie() };
    const statuses: number[] = [];
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isOver)
        statuses.push(
          (
            await send(url, { method: 'GET', path: '/users/user-info/', headers }).catch(() => ({
              status: 0,
            }))
          ).status,
        );
    });
    expect(await leaving.leave()).toBe(0);
    const after = statuses.length;
    while (statuses.length < after + 10 * CLIENTS) await new Promise(setImmediate);
    isOver = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
