import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientApp } from './client-app.ts';

const SCRIPT = 'console.log("Hark");';
let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-client-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>Hark</title>');
  await writeFile(join(folder, 'assets', 'start-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'start-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'font-3c4d.woff2'), 'a font');
  const { files, pages } = await createClientApp(folder);
  server = createServer(express().use(files).use(pages));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, encodings: string) =>
  fetch(origin + path, { headers: { 'accept-encoding': encodings } });

it('answers with the compressed form that lies beside an asset, as the asset', async () => {
  const answer = await get('/assets/start-1a2b.js', 'gzip, br');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(await answer.text()).toBe(SCRIPT);
});

it.each([
  ['/assets/start-1a2b.js', 'gzip'],
  ['/assets/start-1a2b.js', 'br;q=0, identity'],
  ['/assets/font-3c4d.woff2', 'br'],
])('answers %s to "%s" as it is', async (path, encodings) => {
  const answer = await get(path, encodings);
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
});

it('answers pages with 200 and anything else with 404, never to be kept', async () => {
  for (const [path, status] of [
    ['/dashboard', 200],
    ['/nowhere', 404],
  ] as const) {
    const answer = await get(path, 'identity');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-cache']);
    expect(await answer.text()).toBe('<title>Hark</title>');
  }
});
