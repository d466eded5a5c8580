import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import { callContext } from '#server/platform/lib/observability/call-context.ts';
import { beginFailures, observeRequest, requestIdOf } from './observe-request.ts';

test.each([
  ['order-4711', true],
  ['a.b_c-9x', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['order-1', false],
  ['4155550123', false],
  ['order 4711', false],
  ['order-4711\nforged', false],
])('the id %j of a caller is used as it is: %s', (id, isUsed) => {
  expect(requestIdOf(id) === id).toBe(isUsed);
});

test('a request without an id, or with two, gets a new one', () => {
  expect(requestIdOf(undefined)).not.toBe(requestIdOf(undefined));
  expect(requestIdOf(['order-4711', 'order-4712'])).toMatch(/^[a-z0-9]{20,}$/);
});

/** Observes a request that ends with a status; returns what was measured and traced. */
function observed({ active = true, status = 200, method = 'GET', type = 'text/html' } = {}) {
  const noted: unknown[] = [];
  const headers: Record<string, string> = { 'content-type': type };
  const res = Object.assign(new EventEmitter(), {
    statusCode: status,
    setHeader: (name: string, value: string) => (headers[name] = value),
    getHeader: (name: string) => headers[name],
  });
  const span = {
    rename: (name: string) => noted.push(['rename', name]),
    set: (values: object) => noted.push(['set', values]),
    fail: (text: string) => noted.push(['fail', text]),
    end: () => noted.push(['end']),
  };
  const instruments = {
    active,
    metrics: {
      begin: (name: string, labels: object) => noted.push(['begin', name, labels]),
      observe: (name: string, labels: object, seconds: number) => noted.push([name, labels, seconds >= 0]),
    },
    tracing: {
      open: (options: object, work: (one: typeof span) => void) => {
        noted.push(['open', options]);
        work(span);
      },
    },
  } as unknown as Instruments;
  let requestId: string | undefined;
  const req = { method, headers: { 'x-request-id': 'order-4711', traceparent: '00-ab' } };
  observeRequest(instruments, { req, res, routeOf: () => '/a/{id}' } as never, () => {
    requestId = callContext()?.requestId;
  });
  res.emit('close');
  return { noted, headers, requestId, instruments };
}

test('a request has an id in its context and its response, and is measured by its route', () => {
  const { noted, headers, requestId } = observed();
  expect([requestId, headers['X-Request-Id']]).toEqual(['order-4711', 'order-4711']);
  expect(noted).toEqual([
    ['open', { name: 'GET', kind: 'server', traceparent: '00-ab' }],
    ['rename', 'GET /a/{id}'],
    ['set', { 'http.route': '/a/{id}', 'http.response.status_code': 200 }],
    ['end'],
    ['hark_http_request_duration_seconds', { method: 'GET', route: '/a/{id}', status: '200' }, true],
  ]);
});

test.each([
  [500, true],
  [499, false],
])('a request that ends with %i has failed: %s', (status, hasFailed) => {
  const names = observed({ status }).noted.map((entry) => (entry as string[])[0]);
  expect(names.includes('fail')).toBe(hasFailed);
});

test('a stream is traced and not measured, an invented method is one word, and nothing is where nobody looks', () => {
  const names = ({ noted }: ReturnType<typeof observed>) => noted.map((entry) => (entry as string[])[0]);
  expect(names(observed({ type: 'text/event-stream; charset=utf-8' }))).toEqual([
    'open',
    'rename',
    'set',
    'end',
  ]);
  expect(observed({ method: 'MINE' }).noted[1]).toEqual(['rename', 'other /a/{id}']);
  const quiet = observed({ active: false });
  expect([quiet.noted, quiet.requestId]).toEqual([[], 'order-4711']);
});

test('the failures of a webhook are there from the beginning', () => {
  const { instruments, noted } = observed({ active: false });
  beginFailures(instruments, '/webhooks/stripe');
  expect(noted).toEqual(
    ['500', '503'].map((status) => [
      'begin',
      'hark_http_request_duration_seconds',
      { method: 'POST', route: '/webhooks/stripe', status },
    ]),
  );
});
