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
const PAGE = '<head>\n  <title>Hark</title>\n  </head>';
let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-client-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'preloads.json'), JSON.stringify({ '/dashboard': ['/assets/start-1a2b.js'] }));
  await writeFile(join(folder, 'assets', 'start-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'start-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'font-3c4d.woff2'), 'a font');
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
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

it('serves the brotli file of an asset with the type of the asset', async () => {
  const response = await get('/assets/start-1a2b.js', 'gzip, br');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(await response.text()).toBe(SCRIPT);
});

it.each([
  ['/assets/start-1a2b.js', 'gzip'],
  ['/assets/start-1a2b.js', 'br;q=0, identity'],
  ['/assets/font-3c4d.woff2', 'br'],
])('serves %s uncompressed to a client that accepts "%s"', async (path, encodings) => {
  const response = await get(path, encodings);
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
});

it('serves pages with 200 and other paths with 404, both uncached', async () => {
  for (const [path, status] of [
    ['/help', 200],
    ['/nowhere', 404],
  ] as const) {
    const response = await get(path, 'identity');
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-cache']);
    expect(await response.text()).toBe(PAGE);
  }
});

it('serves the other files of the build', async () => {
  const response = await get('/favicon.svg', 'identity');
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
});

it('preloads the scripts of the screen of a page', async () => {
  const text = await (await get('/dashboard', 'identity')).text();
  expect(text).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/start-1a2b\.js">\s*<\/head>/);
});
