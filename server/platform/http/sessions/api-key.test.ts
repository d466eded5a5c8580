import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { errorHandler } from '#server/platform/http/error-response.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { apiKeyAreas, apiKeyCaller, apiKeyScope, authenticateApiKey, ignoreCookies } from './api-key.ts';
import type { ApiKeyCaller, ApiKeys } from './api-keys.ts';

const SECRET = `hark_${'k'.repeat(43)}`;
const CALLER: ApiKeyCaller = { uid: 'ana', streamId: 's', scope: 'full', areas: ['campaigns'] };
const QUOTA = { limit: 600, remaining: 7, resetSeconds: 12, exceeded: false };

interface Given {
  scope?: ApiKeyCaller['scope'];
  exceeded?: boolean;
  method?: string;
  path?: string;
  bearer?: string;
}

/** Sends a request with a key; returns the answer, and what the key was used with. */
async function requested({
  scope = 'full',
  exceeded = false,
  method = 'GET',
  path = '/',
  bearer = SECRET,
}: Given) {
  const used: unknown[] = [];
  const apiKeys: ApiKeys = {
    find: () => expect.fail('not here'),
    use: (secret, from) => {
      used.push([secret, from]);
      const known = { caller: { ...CALLER, scope }, quota: { ...QUOTA, exceeded } };
      return Promise.resolve(secret === SECRET ? known : undefined);
    },
  };
  const app = express().use(ignoreCookies, authenticateApiKey(apiKeys), (req, res) => {
    const key = [apiKeyCaller(req), apiKeyScope(req) ?? null, apiKeyAreas(req) ?? null];
    res.json({ key, cookie: req.headers.cookie ?? null });
  });
  app.use(errorHandler(createLogger('silent')));
  const server = app.listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`;
    const headers = { authorization: `Bearer ${bearer}`, cookie: 'a=b', 'user-agent': 'curl' };
    const response = await fetch(url, { method, headers });
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as { error?: string; key?: unknown; cookie?: unknown };
    return { status: response.status, headers: response.headers, body, used };
  } finally {
    server.close();
  }
}

test('a key identifies its caller, and the response says what is left of its requests', async () => {
  const { status, headers, body, used } = await requested({});
  expect([status, body]).toEqual([
    200,
    { key: [{ uid: 'ana', streamId: 's' }, 'full', ['campaigns']], cookie: null },
  ]);
  expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))).toEqual([
    ...['600', '7', '12'],
  ]);
  expect(used).toEqual([[SECRET, { network: '127.0.0.1', userAgent: 'curl' }]]);
});

test('an unknown key has no caller, and its cookies are ignored nevertheless; another token is no key', async () => {
  const unknown = await requested({ bearer: `${SECRET}x` });
  expect(unknown.body).toEqual({ key: [null, null, null], cookie: null });
  expect(unknown.headers.get('ratelimit-limit')).toBeNull();
  const other = await requested({ bearer: 'ana' });
  expect([other.body, other.used]).toEqual([{ key: [null, null, null], cookie: 'a=b' }, []]);
});

test.each<[string, Given, number, string | undefined]>([
  ['above its limit', { exceeded: true }, 429, 'This API key has sent too many requests. Try again later.'],
  ['to a procedure', { path: '/trpc/auth.userInfo' }, 403, 'API keys work only on the documented paths.'],
  ['to procedures, in capitals', { path: '/TRPC' }, 403, 'API keys work only on the documented paths.'],
  ['to a path that begins alike', { path: '/trpcs' }, 200, undefined],
  ['that changes something', { method: 'POST' }, 200, undefined],
  [
    'that changes something, if it reads',
    { method: 'DELETE', scope: 'read' },
    403,
    'This API key may only read.',
  ],
  [
    'that changes something, if it prepares',
    { method: 'PUT', scope: 'prepare' },
    403,
    'This API key may only read, and prepare drafts at /mcp.',
  ],
  ['that reads', { scope: 'read' }, 200, undefined],
  ['that asks what is allowed', { method: 'OPTIONS', scope: 'read' }, 200, undefined],
  ['to the Model Context Protocol', { method: 'POST', path: '/mcp/', scope: 'read' }, 200, undefined],
  [
    'to a path below it',
    { method: 'POST', path: '/mcp/x', scope: 'read' },
    403,
    'This API key may only read.',
  ],
])('a request with a key %s', async (_what, given, status, error) => {
  const answer = await requested(given);
  expect([answer.status, answer.body.error]).toEqual([status, error]);
});

test('a key over its limit is told when to try again', async () => {
  expect((await requested({ exceeded: true })).headers.get('retry-after')).toBe('12');
});
