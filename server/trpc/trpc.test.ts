import { TRPCError, type AnyProcedure } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '#server/lib/errors.ts';
import { createTestBrowser } from '#server/testing/http/test-browser.ts';
import { createCallerFactory, knownError, publicProcedure, router } from './trpc.ts';

/** What a call ends with. */
async function failure(procedure: AnyProcedure, input?: unknown): Promise<TRPCError> {
  const caller = createCallerFactory(router({ asked: procedure }))(() => createTestBrowser().context());
  try {
    await (caller.asked as (input: unknown) => Promise<unknown>)(input);
  } catch (error) {
    if (error instanceof TRPCError) return error;
  }
  return expect.fail('the call did not fail');
}

function throwing(error: Error) {
  return publicProcedure.query(() => Promise.reject(error));
}

test('an expected refusal keeps its status and text', async () => {
  const error = await failure(throwing(new AppError('CONFLICT', 'Taken')));
  expect(error).toMatchObject({ code: 'CONFLICT', message: 'Taken' });
});

test('a database that does not answer is a matter of trying again', async () => {
  const down = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:27017'), { name: 'MongoNetworkError' });
  expect(await failure(throwing(down))).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Hark is not available for a moment. Please try again.',
  });
});

test.each([
  ['that throws', throwing(new TypeError('x is undefined'))],
  [
    'whose answer has the wrong shape',
    publicProcedure.output(z.object({ id: z.string() })).query(() => ({ id: 7 as unknown as string })),
  ],
])('a call %s is a fault of ours, about which nobody is told', async (_what, procedure) => {
  const error = await failure(procedure);
  expect(error.code).toBe('INTERNAL_SERVER_ERROR');
  expect(knownError(error)).toBeUndefined();
});

test('an input is refused with its fields named, a hundred at most', async () => {
  const list = publicProcedure.input(z.object({ list: z.array(z.string()) })).query(() => 'read');
  const answer = async (length: number) => {
    const error = await failure(list, { list: Array.from({ length }, () => 7) });
    expect(error.code).toBe('BAD_REQUEST');
    return knownError(error);
  };
  expect(await answer(2)).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/^list\.0: .+; list\.1: .+$/) as string,
    details: { fields: { 'list.0': expect.any(String) as string } },
  });
  expect(Object.keys((await answer(5_000))?.details.fields ?? {})).toHaveLength(100);
  // More than zod can list before its stack is full.
  expect(await answer(400_000)).toMatchObject({ code: 'INVALID_INPUT' });
});
