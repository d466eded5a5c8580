import { expect, test } from 'vitest';
import { listCalls, UNUSED } from '#server/testing/http/list-calls.ts';
import { createOptOutsRouter } from './opt-outs/opt-outs-router.ts';
import { createSuppressionsRouter } from './suppressions/suppressions-router.ts';

test('the calls are as listed: who may make them, their paths, and what integrators rely on', async () => {
  await expect(
    listCalls(createSuppressionsRouter(UNUSED)) + listCalls(createOptOutsRouter(UNUSED)),
  ).toMatchFileSnapshot('listed-calls.txt');
});
