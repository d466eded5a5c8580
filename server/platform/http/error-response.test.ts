import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '#shared/error-codes.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { ERRORS_GUIDE, errorHandler, errorResponse, sendError } from './error-response.ts';

const silent = pino({ level: 'silent' });

const responseOf = (error: unknown, form?: { successFlag?: boolean; guide?: string }) => {
  const { status, headers, body } = errorResponse(error, silent, form);
  return { status, headers, body: JSON.parse(body) as Record<string, unknown> };
};

/** As the body parsers, the router and the file server throw it. */
const thrown = (fields: { type?: string; status?: number }) => Object.assign(new Error('secret'), fields);

test.each<[unknown, number, string, string]>([
  [thrown({ type: 'entity.too.large', status: 413 }), 413, 'PAYLOAD_TOO_LARGE', 'The body is too large.'],
  [thrown({ type: 'entity.parse.failed', status: 400 }), 400, 'INVALID_INPUT', 'The body is not valid JSON.'],
  [
    ...([thrown({ type: 'encoding.unsupported', status: 415 }), 415, 'UNSUPPORTED_MEDIA_TYPE'] as const),
    'Send the body without compression.',
  ],
  [thrown({ status: 403 }), 404, 'NOT_FOUND', 'Not found'],
  [thrown({ status: 404 }), 404, 'NOT_FOUND', 'Not found'],
  [thrown({ status: 400 }), 400, 'INVALID_INPUT', 'The request cannot be read.'],
  [thrown({ status: 499 }), 400, 'INVALID_INPUT', 'The request cannot be read.'],
  [new URIError('secret'), 400, 'INVALID_INPUT', 'The request cannot be read.'],
  [thrown({ status: 500 }), 500, 'INTERNAL', 'An unexpected error occurred'],
  [thrown({}), 500, 'INTERNAL', 'An unexpected error occurred'],
  ['secret', 500, 'INTERNAL', 'An unexpected error occurred'],
])('%o is answered with %i and %s, without its own text', (error, status, code, message) => {
  const response = responseOf(error);
  expect([response.status, response.body['code'], response.body['message']]).toEqual([status, code, message]);
  expect(JSON.stringify(response)).not.toContain('secret');
});

test('a response says when to ask again, and how to sign in', () => {
  const limited = responseOf(new AppError('TOO_MANY_REQUESTS', 'Wait.', { retry_after: 7 }));
  expect(limited.headers).toMatchObject({ 'retry-after': '7', 'cache-control': 'no-store' });
  expect(limited.headers).not.toHaveProperty('www-authenticate');
  const unauthenticated = responseOf(new AppError('UNAUTHENTICATED', 'Sign in.'));
  expect(unauthenticated.headers).toHaveProperty('www-authenticate', 'Bearer realm="Hark"');
  expect(unauthenticated.headers).not.toHaveProperty('retry-after');
});

test('campaign calls say that they failed', () => {
  const error = new AppError('CONFLICT', 'No.');
  expect(responseOf(error, { successFlag: true }).body).toMatchObject({ success: false, code: 'CONFLICT' });
  expect(responseOf(error).body).not.toHaveProperty('success');
});

test.each([
  ['the work that ends with its client', true, new DOMException('', 'AbortError'), 0],
  ['the same while the client waits', false, new DOMException('', 'AbortError'), 1],
  ['another error after the client is gone', true, new Error('broken'), 1],
])('%s (client gone: %s, %s) is logged %i times', (_, destroyed, error, failures) => {
  const log = { error: vi.fn() };
  const req = { headers: {} };
  const res: Record<string, unknown> = { req, destroyed, removeHeader: vi.fn(), send: vi.fn() };
  for (const name of ['status', 'set', 'vary']) res[name] = () => res;
  sendError(res as unknown as Response, error, log as unknown as Logger);
  expect(log.error).toHaveBeenCalledTimes(failures);
});

test.each(Object.keys(ERROR_STATUS) as ErrorCode[])(
  '%s as a problem adds four fields to its JSON',
  (code) => {
    const error = new AppError(code, 'No.', { retry_after: 7 });
    const json = responseOf(error, { successFlag: true });
    const problem = responseOf(error, { successFlag: true, guide: 'https://hark.example/docs' });
    const { type, title, status, detail, ...rest } = problem.body;
    expect([problem.status, rest]).toEqual([json.status, json.body]);
    expect([type, status, detail]).toEqual([`https://hark.example/docs#${code}`, ERROR_STATUS[code], 'No.']);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(problem.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect({ ...problem.headers, 'content-type': '' }).toEqual({ ...json.headers, 'content-type': '' });
  },
);

/** Returns the type of an error that is sent for an `Accept` header. */
async function typesFor(headers: readonly (string | undefined)[]): Promise<string[]> {
  const app = express().set(ERRORS_GUIDE, '/docs');
  app.use((_req, _res, next) => {
    next(new AppError('NOT_FOUND', 'No.'));
  });
  const server = app.use(errorHandler(silent)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const types = headers.map(async (accept) => {
    const init = { headers: accept === undefined ? {} : { accept } };
    const response = await fetch(`http://127.0.0.1:${String(port)}/`, init);
    expect(response.headers.get('vary')).toContain('Accept');
    return (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  });
  return Promise.all(types).finally(() => server.close());
}

test('an error has the form that the client prefers, and JSON where it prefers none', async () => {
  const expected: Record<string, 'json' | 'problem+json'> = {
    '': 'json',
    '*/*': 'json',
    'application/*': 'json',
    'text/html,*/*;q=0.8': 'json',
    'text/html': 'json',
    'application/json': 'json',
    'application/problem+json': 'problem+json',
    'APPLICATION/PROBLEM+JSON': 'problem+json',
    'application/problem+json, */*': 'problem+json',
    'application/problem+json;q=0.5, */*': 'json',
    'application/problem+json;q=0': 'json',
    'application/json, application/problem+json': 'json',
    'application/problem+json, application/json': 'problem+json',
    'text/html, application/problem+json;q=0.1': 'problem+json',
    nonsense: 'json',
  };
  const types = await typesFor(Object.keys(expected));
  expect(types).toEqual(Object.values(expected).map((type) => `application/${type}`));
  expect(await typesFor([undefined])).toEqual(['application/json']);
});

test('of both forms the one with the larger quality is sent', async () => {
  const quality = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
  const pairs = fc.sample(fc.tuple(quality, quality), { numRuns: 100, seed: 7 });
  const accepts = pairs.map(
    ([json, problem]) =>
      `application/json;q=${json.toFixed(3)}, application/problem+json;q=${problem.toFixed(3)}`,
  );
  const larger = pairs.map(([json, problem]) => `application/${problem > json ? 'problem+json' : 'json'}`);
  expect(await typesFor(accepts)).toEqual(larger);
});
