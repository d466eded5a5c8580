import { expect, test } from 'vitest';
import { listCalls, UNUSED } from '#server/testing/http/list-calls.ts';
import { createCampaignsRouter } from './campaigns-router.ts';
import { createDraftsRouter } from './drafts/drafts-router.ts';
import { createTestDropsRouter } from './test-drops/test-drops-router.ts';

test('the calls are as listed: who may make them, their paths, and what integrators rely on', async () => {
  await expect(
    [createCampaignsRouter(UNUSED), createDraftsRouter(UNUSED), createTestDropsRouter(UNUSED)]
      .map(listCalls)
      .join(''),
  ).toMatchFileSnapshot('listed-calls.txt');
});
