import { createHash } from 'node:crypto';
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
const APPLICATION = '<script>head()</script><title>Hark</title>';
const SIGN_IN = '<title>Log in</title>';
const DASHBOARD = '<title>Dashboard</title>';
const TERMS = '<title>Terms</title>';
const PAGES = [
  { path: '/auth/signin', audience: 'signedOut', file: 'pages/auth-signin.html', html: SIGN_IN },
  { path: '/dashboard', audience: 'signedIn', file: 'pages/dashboard.html', html: DASHBOARD },
  { path: '/terms', audience: 'everyone', file: 'pages/terms.html', html: TERMS },
];
let folder: string;
let server: Server;
let origin: string;
let sources: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-client-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'pages'));
  for (const { file, html } of [...PAGES, { file: 'index.html', html: APPLICATION }]) {
    await writeFile(join(folder, file), html);
    await writeFile(join(folder, `${file}.br`), brotliCompressSync(html));
  }
  await writeFile(join(folder, 'pages.json'), JSON.stringify(PAGES.map(({ html: _html, ...page }) => page)));
  await writeFile(join(folder, 'assets', 'start-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'start-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'font-3c4d.woff2'), 'a font');
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  const { files, pages, inlineScripts } = await createClientApp(folder, 'hark.sid');
  sources = inlineScripts;
  server = createServer(express().use(files).use(pages));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, encodings: string, cookie = '') =>
  fetch(origin + path, { headers: { 'accept-encoding': encodings, cookie } });

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
    ['/auth/signin', 200],
    ['/nowhere', 404],
    ['/pages/terms.html', 404],
    ['/index.html', 404],
    ['/index.html.br', 404],
    ['/Auth/SignIn', 404],
  ] as const) {
    const response = await get(path, 'identity');
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-cache']);
    expect(await response.text()).toBe(status === 200 ? SIGN_IN : APPLICATION);
  }
});

it('serves the other files of the build', async () => {
  const response = await get('/favicon.svg', 'identity');
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
});

const SIGNED_IN = 'theme=dark; hark.sid=s%3Aabc';

it.each([
  ['/auth/signin', 'a visitor', '', SIGN_IN],
  ['/auth/signin', 'a signed-in browser', SIGNED_IN, APPLICATION],
  ['/dashboard', 'a visitor', '', APPLICATION],
  ['/dashboard', 'a signed-in browser', SIGNED_IN, DASHBOARD],
  ['/terms', 'a visitor', '', TERMS],
  ['/terms', 'a signed-in browser', SIGNED_IN, TERMS],
])('serves %s to %s as who is not redirected sees it', async (path, _whom, cookie, html) => {
  for (const encodings of ['identity', 'br']) {
    const response = await get(path, encodings, cookie);
    expect(await response.text()).toBe(html);
    expect(response.headers.get('content-encoding')).toBe(encodings === 'br' ? 'br' : null);
    expect(response.headers.get('vary')).toBe('Cookie, Accept-Encoding');
  }
});

it('names its inline scripts to the content security policy by their hash', () => {
  expect(sources).toEqual([`'sha256-${createHash('sha256').update('head()').digest('base64')}'`]);
});
