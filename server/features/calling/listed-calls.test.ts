import { expect, test } from 'vitest';
import { listCalls, UNUSED } from '#server/testing/http/list-calls.ts';
import { createProfileRouter } from './profile/profile-router.ts';

test('the calls are as listed: who may make them, their paths, and what integrators rely on', async () => {
  await expect(listCalls(createProfileRouter(UNUSED))).toMatchFileSnapshot('listed-calls.txt');
});
