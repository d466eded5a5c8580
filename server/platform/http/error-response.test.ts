import type { Response } from 'express';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { errorResponse, sendError } from './error-response.ts';

const responseOf = (error: unknown, successFlag?: boolean) => {
  const { status, headers, body } = errorResponse(error, pino({ level: 'silent' }), successFlag);
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
  expect(responseOf(error, true).body).toMatchObject({ success: false, code: 'CONFLICT' });
  expect(responseOf(error).body).not.toHaveProperty('success');
});

test.each([
  ['the work that ends with its client', true, new DOMException('', 'AbortError'), 0],
  ['the same while the client waits', false, new DOMException('', 'AbortError'), 1],
  ['another error after the client is gone', true, new Error('broken'), 1],
])('%s (client gone: %s, %s) is logged %i times', (_, destroyed, error, failures) => {
  const log = { error: vi.fn() };
  const res: Record<string, unknown> = { destroyed, removeHeader: vi.fn(), send: vi.fn() };
  res['status'] = () => res;
  res['set'] = () => res;
  sendError(res as unknown as Response, error, log as unknown as Logger);
  expect(log.error).toHaveBeenCalledTimes(failures);
});
