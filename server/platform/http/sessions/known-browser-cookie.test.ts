import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { browserSecrets, keepBrowserSecret, knownBrowserCookie } from './known-browser-cookie.ts';

const secret = (letter: string) => letter.repeat(43);
const secrets = (letters: string) => letters.split('').map(secret);

/** Sends a cookie to a server that keeps a secret where one is named. Returns what the server read and set. */
async function exchange(
  cookie: string | undefined,
  { keep, secure = false }: { keep?: string; secure?: boolean } = {},
) {
  const app = express().use(knownBrowserCookie({ secure }));
  app.get('/', (req, res) => {
    const read = browserSecrets(req);
    if (keep !== undefined) keepBrowserSecret(req, keep);
    res.json({ read, kept: browserSecrets(req) });
  });
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const response = await fetch(url, { headers: cookie === undefined ? {} : { cookie } });
  const { read, kept } = (await response.json()) as Record<'read' | 'kept', string[]>;
  return { read, kept, set: response.headers.getSetCookie() };
}

test('a browser is known by the secrets of its cookie, whatever is beside it', async () => {
  const cookie = `theme=dark; hark.browser=${secret('a')}.${secret('b')};hark.sid=1`;
  expect(await exchange(cookie)).toMatchObject({ read: [secret('a'), secret('b')], set: [] });
});

test.each([
  ['no cookie', undefined],
  ['another cookie', `other=${secret('a')}`],
  ['a cookie whose name ends alike', `xhark.browser=${secret('a')}`],
  ['a secret that is too short', `hark.browser=${'a'.repeat(42)}`],
  ['a secret that is too long', `hark.browser=${'a'.repeat(44)}`],
  ['other characters', `hark.browser=${'a'.repeat(42)}%`],
])('%s names no browser', async (_, cookie) => {
  expect((await exchange(cookie)).read).toEqual([]);
});

test('a cookie over https has the name that no other site can set, and the one of http is not read', async () => {
  const [held, kept] = [secret('a'), secret('b')];
  const plain = await exchange(`hark.browser=${held}`, { secure: true, keep: kept });
  expect(plain.read).toEqual([]);
  expect(plain.set[0]).toMatch(
    new RegExp(`^__Host-hark\\.browser=${kept}; .*Path=/; .*HttpOnly; Secure; SameSite=Lax$`),
  );
  expect((await exchange(`__Host-hark.browser=${held}`, { secure: true })).read).toEqual([held]);
});

test('a secret that is kept comes first, is there once and stays for a year', async () => {
  const cookie = `hark.browser=${secret('a')}.${secret('b')}`;
  const { kept, set } = await exchange(cookie, { keep: secret('b') });
  expect(kept).toEqual([secret('b'), secret('a')]);
  expect(set).toHaveLength(1);
  expect(set[0]).toContain(`hark.browser=${secret('b')}.${secret('a')}; Max-Age=31536000;`);
  expect(set[0]).not.toContain('Secure');
});

test('a browser is known to five accounts, of which the one used least recently goes', async () => {
  const cookie = (letters: string) => `hark.browser=${secrets(letters).join('.')}`;
  expect((await exchange(cookie('abcdef'))).read).toEqual(secrets('abcde'));
  expect((await exchange(cookie('abcde'), { keep: secret('z') })).kept).toEqual(secrets('zabcd'));
});
