import { expect, test } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { createAccountExportRouter } from './account-export-router.ts';
import type { ExportDeps } from './export-deps.ts';
import type { ExportRecord } from './export-store.ts';

const ID = '0123456789abcdef01234567';
const KEPT_FOR_MS = 1_000;

/** The calls of a user who has one export. */
function callsWith(changes: Partial<ExportRecord> = {}) {
  const clock = createTestClock();
  const expiresAt = new Date(clock.now().getTime() + KEPT_FOR_MS);
  const record = { _id: ID, uid: 'ana', status: 'ready', requestedAt: clock.now(), expiresAt, ...changes };
  const deps = {
    clock,
    exports: { ofUser: () => Promise.resolve([record]), find: () => Promise.resolve(record) },
    objects: { presignDownload: (key: string) => Promise.resolve(`https://files.example/${key}`) },
  } as unknown as ExportDeps;
  const calls = createCallerFactory(createAccountExportRouter(deps))(
    contextOf({ uid: 'ana', streamId: 's' }),
  );
  return { calls, clock };
}

test('an export is shown and downloaded until the moment it expires', async () => {
  const { calls, clock } = callsWith();
  clock.advance(KEPT_FOR_MS - 1);
  expect((await calls.overview()).latest).toMatchObject({ id: ID, status: 'ready' });
  expect((await calls.download({ id: ID })).url).toContain(ID);
  clock.advance(1);
  expect((await calls.overview()).latest).toBeNull();
  await expect(calls.download({ id: ID })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an export that is being made has no date and no file', async () => {
  const { calls } = callsWith({ status: 'preparing', expiresAt: undefined });
  expect((await calls.overview()).latest).toMatchObject({ status: 'preparing', expires_at: null });
  await expect(calls.download({ id: ID })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
