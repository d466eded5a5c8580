import { expect, test } from 'vitest';
import { listCalls, UNUSED } from '#server/testing/http/list-calls.ts';
import { router } from '#server/platform/trpc/trpc.ts';
import { profileProcedures } from './profile/profile-procedures.ts';
import { statusProcedures } from './stop/status-procedures.ts';

test('the calls are as listed: who may make them, their paths, and what integrators rely on', async () => {
  await expect(
    listCalls(router({ ...profileProcedures(UNUSED), ...statusProcedures(UNUSED) })),
  ).toMatchFileSnapshot('listed-calls.txt');
});
