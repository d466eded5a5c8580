import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '#shared/error-codes.ts';
import { documentedPaths, filledPath, JSON_TYPE } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { createIntegrator, type Integrator } from '#server/testing/system/integrator.ts';

let hark: TestHark;
let integrator: Integrator;
beforeAll(async () => {
  hark = await startHark();
  integrator = await createIntegrator(hark);
});
afterAll(() => hark.stop());

const withKey = () => ({ authorization: `Bearer ${integrator.key}` });

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

async function send(path: string, accept: string, { headers = {}, ...init }: Init) {
  const response = await fetch(`${hark.baseUrl}${path}`, { ...init, headers: { ...headers, accept } });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** Sends a request twice, and expects the same error in both forms; returns it. */
async function expectProblem(path: string, init: Init) {
  const json = await send(path, '*/*', init);
  const problem = await send(path, 'application/problem+json', init);
  const code = String(json.body['code']) as ErrorCode;
  expect([path, json.headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
  expect(problem.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  for (const { headers } of [json, problem]) expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
  const { type, title, status, detail, ...rest } = problem.body;
  expect([path, rest]).toEqual([path, json.body]);
  expect(json.body).not.toHaveProperty('title');
  expect([problem.status, status]).toEqual([ERROR_STATUS[code], ERROR_STATUS[code]]);
  expect([type, detail]).toEqual([`${hark.baseUrl}/docs#${code}`, json.body['message']]);
  expect(title).toEqual(expect.any(String));
  return { code, ...problem };
}

it.each<[ErrorCode, string, () => Init]>([
  ['UNAUTHENTICATED', '/api/campaigns/', () => ({})],
  ['UNAUTHENTICATED', '/api/%zz/', () => ({})],
  ['NOT_FOUND', '/api/campaigns/unknown/', () => ({ headers: withKey() })],
  ['NOT_FOUND', '/api/no/such/path/', () => ({ headers: withKey() })],
  ['METHOD_NOT_ALLOWED', '/api/campaigns/create/', () => ({ headers: withKey(), method: 'DELETE' })],
  ['INVALID_INPUT', '/login/', () => ({ method: 'POST', headers: JSON_TYPE, body: '{"email":' })],
  ['INVALID_INPUT', '/login/', () => ({ method: 'POST', headers: JSON_TYPE, body: '{}' })],
  ['PAYLOAD_TOO_LARGE', '/login/', () => post(JSON.stringify({ email: 'x'.repeat(1_100_000) }))],
  ['UNSUPPORTED_MEDIA_TYPE', '/login/', () => ({ method: 'POST', body: 'email=a' })],
  ['CROSS_ORIGIN', '/login/', () => ({ ...post('{}'), headers: { origin: 'https://evil.example' } })],
])('%s at %s has both forms', async (code, path, init) => {
  expect((await expectProblem(path, init())).code).toBe(code);
});

const post = (body: string): Init => ({ method: 'POST', headers: JSON_TYPE, body });

it('every documented path refuses a caller without credentials in both forms, or a call without fields', async () => {
  for (const { route } of documentedPaths(hark)) {
    const init = { method: route.method, headers: JSON_TYPE };
    const path = filledPath(route.path, 'unknown');
    const { status } = await send(path, '*/*', init);
    if (status >= 400) await expectProblem(path, init);
  }
});

it('a refusal keeps its headers and its further fields', async () => {
  const { headers } = await expectProblem('/api/campaigns/', {});
  expect(headers.get('www-authenticate')).toBe('Bearer realm="Hark"');
  const { body } = await expectProblem('/login/', post('{"password":7}'));
  expect(body['fields']).toMatchObject({ email: 'is missing' });
  const init = { headers: withKey(), method: 'DELETE' };
  expect((await expectProblem('/api/campaigns/create/', init)).headers.get('allow')).toBe('GET, HEAD, POST');
  const campaign = await expectProblem('/api/campaigns/unknown/', { headers: withKey() });
  expect(campaign.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
});

it('a success is JSON whatever the client prefers', async () => {
  const { status, headers } = await send('/dropcowboy/credits/', 'application/problem+json', {
    headers: withKey(),
  });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
});
