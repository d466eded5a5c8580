import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createTrpcClient, errorStatus, errorText, serverText, statusText } from './trpc.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Deletes a voice against a server that answers, or does not; returns the error of the call. */
async function failedCall(answer: () => Promise<Response>): Promise<unknown> {
  vi.stubGlobal('fetch', answer);
  return createTrpcClient()
    .voices.remove.mutate({ id: 'v1' })
    .then(
      () => expect.fail('the call succeeded'),
      (error: unknown) => error,
    );
}

const respond = (body: string | null, init: ResponseInit) =>
  failedCall(() => Promise.resolve(new Response(body, init)));

/** Bodies in which nothing says to a person what happened. */
const unreadable = fc.oneof(
  fc.constantFrom('', 'oops', '[', '[{"result"', 'null', '7', '"text"', '{}'),
  fc.constantFrom('[]', '[{}]', '[null]', '{"error":""}', '{"message":7}'),
  // Errors of load balancers, which are objects too.
  fc.constantFrom('{"error":null}', '{"error":[]}', '{"error":{"code":502,"message":"Bad gateway"}}'),
  fc.constantFrom('[{"error":{}}]', '{"error":{"message":"x","code":7,"data":null}}'),
  fc.string().map((text) => `upstream: ${text}`),
);
const status = fc.integer({ min: 400, max: 599 });

test('a response without a readable body is a response: its status is known, and there is no text of the server', async () => {
  await fc.assert(
    fc.asyncProperty(unreadable, status, async (body, code) => {
      const error = await respond(body, { status: code, statusText: 'As the proxy says' });
      expect([errorStatus(error), statusText(error), serverText(error)]).toEqual([
        code,
        'As the proxy says',
        undefined,
      ]);
      expect(errorText(error)).toBe('An unexpected error occurred');
    }),
  );
});

test('an error of REST paths is read too, whichever of its two texts it has', async () => {
  for (const body of [
    { error: 'Not now', message: 'Not now' },
    { message: 'Not now' },
    { error: 'Not now' },
  ]) {
    const error = await respond(JSON.stringify(body), { status: 503 });
    expect([errorStatus(error), errorText(error)]).toEqual([503, 'Not now']);
  }
});

test('of two texts the message is for people', async () => {
  const error = await respond(JSON.stringify({ error: 'CODE', message: 'Not now' }), { status: 503 });
  expect(errorText(error)).toBe('Not now');
});

test('over HTTP/2, which has no status text, the status is its number', async () => {
  expect(statusText(await respond('', { status: 502 }))).toBe('502');
});

test('a connection that breaks, also within the body, is no response', async () => {
  const refused = () => Promise.reject(new TypeError('Failed to fetch'));
  const broken = () =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start(controller) {
            controller.error(new TypeError('network error'));
          },
        }),
      ),
    );
  for (const answer of [refused, broken]) {
    const error = await failedCall(answer);
    expect([errorStatus(error), serverText(error), statusText(error)]).toEqual([undefined, undefined, '']);
  }
});

test('results and errors of the API are passed on', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([{ result: { data: { success: true } } }])));
  expect(await createTrpcClient().voices.remove.mutate({ id: 'v1' })).toEqual({ success: true });
  const data = { appCode: 'NOT_FOUND', httpStatus: 404, path: 'voices.remove', details: {} };
  const refused = [{ error: { message: 'Voice not found', code: -32_004, data } }];
  const error = await failedCall(() => Promise.resolve(Response.json(refused, { status: 404 })));
  expect([errorStatus(error), serverText(error)]).toEqual([404, 'Voice not found']);
});
