import { expect, test } from 'vitest';
import { listCalls, UNUSED } from '#server/testing/http/list-calls.ts';
import { createAccountDeletionRouter } from './deletion/account-deletion-router.ts';
import { createAccountEventsRouter } from './events/account-events-router.ts';
import { createAccountExportRouter } from './export/account-export-router.ts';

test('the calls are as listed: who may make them, their paths, and what integrators rely on', async () => {
  await expect(
    [
      createAccountDeletionRouter(UNUSED),
      createAccountEventsRouter(UNUSED),
      createAccountExportRouter(UNUSED),
    ]
      .map(listCalls)
      .join(''),
  ).toMatchFileSnapshot('listed-calls.txt');
});
