import { expect, test } from 'vitest';
import { listCalls, UNUSED } from '#server/testing/http/list-calls.ts';
import { createVoicesRouter } from './voices-router.ts';
import { createPreviewsRouter } from './previews/previews-router.ts';

test('the calls are as listed: who may make them, their paths, and what integrators rely on', async () => {
  await expect(
    listCalls(createVoicesRouter(UNUSED)) + listCalls(createPreviewsRouter(UNUSED)),
  ).toMatchFileSnapshot('listed-calls.txt');
});
