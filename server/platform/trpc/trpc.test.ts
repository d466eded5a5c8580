import { TRPCError, type AnyProcedure } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '#server/platform/lib/errors.ts';
import { createTestBrowser } from '#server/testing/http/test-browser.ts';
import { createCallerFactory, knownError, publicProcedure, router } from './trpc.ts';

/** Returns the error of a call. */
async function failure(procedure: AnyProcedure, input?: unknown): Promise<TRPCError> {
  const caller = createCallerFactory(router({ ask: procedure }))(() => createTestBrowser().context());
  try {
    await (caller.ask as (input: unknown) => Promise<unknown>)(input);
  } catch (error) {
    if (error instanceof TRPCError) return error;
  }
  return expect.fail('the call did not fail');
}

function throwing(error: Error) {
  return publicProcedure.query(() => Promise.reject(error));
}

test('an AppError keeps its status and message', async () => {
  const error = await failure(throwing(new AppError('CONFLICT', 'Conflict')));
  expect(error).toMatchObject({ code: 'CONFLICT', message: 'Conflict' });
});

test('an unreachable database is reported as 503', async () => {
  const down = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:27017'), { name: 'MongoNetworkError' });
  expect(await failure(throwing(down))).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Hark is not available for a moment. Please try again.',
  });
});

test.each([
  ['a call that throws', throwing(new TypeError('x is undefined'))],
  [
    'a call with invalid output',
    publicProcedure.output(z.object({ id: z.string() })).query(() => ({ id: 7 as unknown as string })),
  ],
])('%s is an internal error without public details', async (_what, procedure) => {
  const error = await failure(procedure);
  expect(error.code).toBe('INTERNAL_SERVER_ERROR');
  expect(knownError(error)).toBeUndefined();
});

test('a validation error names at most a hundred fields', async () => {
  const list = publicProcedure.input(z.object({ list: z.array(z.string()) })).query(() => 'read');
  const errorFor = async (length: number) => {
    const error = await failure(list, { list: Array.from({ length }, () => 7) });
    expect(error.code).toBe('BAD_REQUEST');
    return knownError(error);
  };
  expect(await errorFor(2)).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/^list\.0: .+; list\.1: .+$/) as string,
    details: { fields: { 'list.0': expect.any(String) as string } },
  });
  expect(Object.keys((await errorFor(5_000))?.details.fields ?? {})).toHaveLength(100);
  // More issues than zod can collect before a stack overflow.
  expect(await errorFor(400_000)).toMatchObject({ code: 'INVALID_INPUT' });
});
