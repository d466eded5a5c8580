import { expect, test } from 'vitest';
import { listCalls, UNUSED } from '#server/testing/http/list-calls.ts';
import { createContactListsRouter } from './contact-lists-router.ts';

test('the calls are as listed: who may make them, their paths, and what integrators rely on', async () => {
  await expect(listCalls(createContactListsRouter(UNUSED))).toMatchFileSnapshot('listed-calls.txt');
});
