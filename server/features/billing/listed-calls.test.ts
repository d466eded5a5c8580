import { expect, test } from 'vitest';
import { listCalls, UNUSED } from '#server/testing/http/list-calls.ts';
import { createBillingRouter } from './billing-feature.ts';

test('the calls are as listed: who may make them, their paths, and what integrators rely on', async () => {
  await expect(listCalls(createBillingRouter(UNUSED))).toMatchFileSnapshot('listed-calls.txt');
});
