import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { prepareProxy } from './testing/start-proxy.ts';
import { send } from './testing/send.ts';

/** What the proxy service is given, beside `compose.yml`, by these files. */
function givenBy(...files: string[]): Record<string, string> {
  const read = (file: string) =>
    parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'), { logLevel: 'silent' }) as {
      services: { proxy: { environment: Record<string, string> } };
    };
  return Object.assign({}, ...files.map((file) => read(file).services.proxy.environment)) as never;
}

test.each([
  ['behind a proxy of this machine', ['compose.cluster.yml'], '203.0.113.7, 127.0.0.1', 'https'],
  ['that clients reach', ['compose.cluster.yml', 'compose.public.yml'], '127.0.0.1', 'http'],
])(
  'Caddy %s passes on who the client is, and nothing that a client says of itself',
  async (...row) => {
    const [, files, address, scheme] = row;
    const start = await prepareProxy('caddy').catch(() => undefined);
    if (start === undefined) return;
    const origin = createServer((req, res) => {
      res.end(JSON.stringify([req.headers['x-forwarded-for'], req.headers['x-forwarded-proto']]));
    });
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${String((origin.address() as AddressInfo).port)}`;
    const { TRUSTED_PROXIES = '' } = givenBy(...files);
    const proxy = await start([url, url], { TRUSTED_PROXIES });
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
    const { text } = await send(proxy.url, { method: 'GET', path: '/', headers });
    expect(JSON.parse(text)).toEqual([address, scheme]);
    await proxy.stop();
    origin.closeAllConnections();
    origin.close();
  },
  60_000,
);
