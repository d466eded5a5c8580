import { expect, test } from 'vitest';
import { listCalls, UNUSED } from '#server/testing/http/list-calls.ts';
import { createApiKeysRouter } from './api-keys/api-keys-router.ts';
import { createAuthRouter } from './auth-feature.ts';

test('the calls are as listed: who may make them, their paths, and what integrators rely on', async () => {
  await expect(
    listCalls(createAuthRouter(UNUSED)) + listCalls(createApiKeysRouter(UNUSED)),
  ).toMatchFileSnapshot('listed-calls.txt');
});
