import { expect, test } from 'vitest';
import { createCalls, type CallInit } from './calls.ts';
import { HarkError } from './hark-error.ts';

const KEYED = new Set(['POST /api/campaigns/create/']);

type Answer = [status: number, body: unknown, headers?: Record<string, string>] | Error;

/** Calls of a server that gives these answers, the last one again and again. */
function callsOf(...answers: Answer[]) {
  const requests: Request[] = [];
  const waits: number[] = [];
  const fetch = (input: RequestInfo | URL) => {
    requests.push(input as Request);
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? new Error('none');
    if (answer instanceof Error) return Promise.reject(answer);
    const [status, body, headers = {}] = answer;
    const json = { 'Content-Type': 'application/json', ...headers };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: json }));
  };
  const wait = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  const options = { apiKey: 'hark_1', baseUrl: 'https://hark.example/', fetch, wait };
  const calls = createCalls(options, KEYED, new Set(['POST /csv/']));
  const keys = () => requests.map(({ headers }) => headers.get('Idempotency-Key'));
  return { calls, requests, waits, keys };
}

const BUSY: Answer = [503, { code: 'UNAVAILABLE', message: 'Busy' }, { 'Retry-After': '2' }];

test('a call that takes a key is made again with the same one, and another call has another', async () => {
  const { calls, keys, waits, requests } = callsOf(new Error('reset'), BUSY, [201, { id: 1 }]);
  expect(await calls.post('/api/campaigns/create/', { body: { a: 1 } })).toEqual({ id: 1 });
  expect(keys()[0]).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(keys())).toHaveProperty('size', 1);
  expect(waits[1]).toBe(2_000);
  expect(await Promise.all(requests.map((request) => request.text()))).toEqual(Array(3).fill('{"a":1}'));
  await calls.post('/api/campaigns/create/', { body: {} });
  expect(new Set(keys())).toHaveProperty('size', 2);
});

const MINE = { 'idempotency-key': 'mine' };

test.each<[string, CallInit]>([
  ['in the headers', { headers: { 'Idempotency-Key': 'mine' } }],
  ['in other letters', { headers: MINE }],
  ['in Headers', { headers: new Headers(MINE) }],
  ['in pairs', { headers: Object.entries(MINE) }],
  ['as a parameter', { params: { header: { 'Idempotency-Key': 'mine' } } }],
  ['as a parameter and a header', { headers: { 'Idempotency-Key': 'x' }, params: { header: MINE } }],
])('a key of the caller %s is the one that is sent, each time, and the error has it', async (_, init) => {
  const { calls, keys } = callsOf(new Error('reset'));
  const error = await calls
    .post('/api/campaigns/create/', { body: {}, ...init })
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'NO_ANSWER', idempotencyKey: 'mine' });
  expect(new Set(keys())).toEqual(new Set(['mine']));
});

test('a caller that gives up while the request is out is told the key of it', async () => {
  const controller = new AbortController();
  const sent: Request[] = [];
  const fetch = (input: RequestInfo | URL) => {
    sent.push(input as Request);
    controller.abort(new DOMException('The time is up', 'TimeoutError'));
    return Promise.reject(controller.signal.reason as Error);
  };
  const calls = createCalls({ apiKey: 'hark_1', baseUrl: 'https://hark.example', fetch }, KEYED);
  const call = calls.post('/api/campaigns/create/', { body: {}, signal: controller.signal });
  const error = await call.catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    name: 'TimeoutError',
    idempotencyKey: sent[0]?.headers.get('Idempotency-Key'),
  });
});

test('a repetition waits while the first attempt is at work, and an error has the key to go on with', async () => {
  const AT_WORK: Answer = [409, { code: 'CONFLICT', message: 'Still being worked on' }];
  const ended = callsOf(new Error('reset'), AT_WORK, AT_WORK, [201, { id: 1 }]);
  expect(await ended.calls.post('/api/campaigns/create/', { body: {} })).toEqual({ id: 1 });
  const lost = callsOf(new Error('reset'), AT_WORK);
  const error = await lost.calls
    .post('/api/campaigns/create/', { body: {} })
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ status: 409, idempotencyKey: lost.keys()[0] });
  expect(lost.requests).toHaveLength(4);
  // Of a first attempt it is a refusal.
  const refused = callsOf(AT_WORK);
  await expect(refused.calls.post('/api/campaigns/create/', { body: {} })).rejects.toBeInstanceOf(HarkError);
  expect(refused.requests).toHaveLength(1);
});

test.each([
  ['a write without a key', 'post', '/logout/', BUSY, 1],
  ['a refusal', 'get', '/api/campaigns/', [404, { code: 'NOT_FOUND', message: 'Not found' }], 1],
  [
    'a wait of an hour',
    'get',
    '/api/campaigns/',
    [429, { code: 'X', message: 'Y' }, { 'Retry-After': '3600' }],
    1,
  ],
  ['a read', 'get', '/api/campaigns/', BUSY, 4],
] as const)('%s is tried so often: %4$i', async (_, method, path, answer, tries) => {
  const { calls, requests } = callsOf([...answer] as unknown as Answer);
  const error = await calls[method](path).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(HarkError);
  expect(error).toMatchObject({ status: answer[0], body: answer[1] });
  expect(requests).toHaveLength(tries);
});

test('without an answer the error says so, and a caller that gives up gets its own reason', async () => {
  const { calls } = callsOf(new Error('reset'));
  await expect(calls.get('/api/campaigns/')).rejects.toMatchObject({ status: 0, code: 'NO_ANSWER' });
  const controller = new AbortController();
  controller.abort(new Error('enough'));
  await expect(calls.get('/api/campaigns/', { signal: controller.signal })).rejects.not.toBeInstanceOf(
    HarkError,
  );
});

test('the pages of a list are read one by one, each with the cursor of the one before', async () => {
  // Some lists are an array, and have no cursor in the body.
  const link = { Link: '</api/x/?limit=1&cursor=a%20b>; rel="next"' };
  const { calls, requests } = callsOf([200, [1], link], [200, [2]]);
  const rows: number[] = [];
  const pages = calls.pages<number[]>('/api/x/', { params: { query: { limit: 1 } } });
  for await (const page of pages) rows.push(...page);
  expect(rows).toEqual([1, 2]);
  expect(requests.map(({ url }) => url)).toEqual([
    'https://hark.example/api/x/?limit=1',
    'https://hark.example/api/x/?limit=1&cursor=a%20b',
  ]);
});

test('a body with a file is sent as a form', async () => {
  const { calls, requests } = callsOf([201, {}]);
  const file = new Blob(['id\n1\n'], { type: 'text/csv' });
  await calls.post('/x/', {
    body: { name: 'N', consent: { basis: 'b' }, left_out: undefined, csv_file: file },
  });
  const form = await (requests[0] ?? expect.fail('no request')).formData();
  expect([...form.keys()]).toEqual(['name', 'consent', 'csv_file']);
  expect(form.get('consent')).toBe('{"basis":"b"}');
  expect(await (form.get('csv_file') as File).text()).toBe('id\n1\n');
});

test.each<[string, string, CallInit, string]>([
  ['a text where CSV is taken', '/csv/', { body: 'id\n1\n' }, 'text/csv'],
  ['a file there that its system calls a sheet', '/csv/', { body: sheet() }, 'text/csv'],
  [
    'one that the caller names',
    '/csv/',
    { body: 'id', headers: { 'content-type': 'text/csv; x=1' } },
    'text/csv; x=1',
  ],
  ['a file of a type elsewhere', '/x/', { body: new Blob(['1'], { type: 'text/plain' }) }, 'text/plain'],
  ['fields', '/x/', { body: { a: 1 } }, 'application/json'],
])('the type of %s is the one that is sent', async (_, path, init, type) => {
  const { calls, requests } = callsOf([200, {}]);
  await calls.post(path, init);
  expect(requests[0]?.headers.get('Content-Type')).toBe(type);
});

function sheet(): Blob {
  return new Blob(['id'], { type: 'application/vnd.ms-excel' });
}
