import { expect, test, vi } from 'vitest';
import { createCampaignProcedure } from '#server/features/campaigns/campaign-procedure.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { createCallerFactory, router } from '#server/platform/trpc/trpc.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { readProcedures } from './read.ts';

const FIRST_DROP = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-12-20T09:30:00Z');
const CAMPAIGN = { _id: 'c', userId: 'ana', status: 'Sending', total: 10, delivered: 4, failed: 3 };

/** The calls of ana, who has one campaign. */
function callsWith(sums: object[] = []) {
  const sumsOf = vi.fn(() => Promise.resolve(sums));
  const deps = {
    overview: { sumsOf },
    campaigns: {
      findOwned: (uid: string, reference: string) =>
        Promise.resolve(uid === 'ana' && reference === 'c' ? CAMPAIGN : undefined),
    },
  } as unknown as CampaignsDeps;
  const procedures = router(readProcedures(deps, createCampaignProcedure(deps)));
  const as = (uid: string) => createCallerFactory(procedures)(contextOf({ uid, streamId: `s-${uid}` }));
  return { as, sumsOf };
}

test('a summary adds up the campaigns of the caller by status', async () => {
  const { as, sumsOf } = callsWith([
    { _id: 'Scheduled', campaigns: 2, firstDrop: FIRST_DROP, total: 5, delivered: 0, failed: 0 },
    { _id: 'Success', campaigns: 1, firstDrop: LATER, total: 20, delivered: 12, failed: 3 },
  ]);
  const summary = await as('ana').summary();
  expect(sumsOf).toHaveBeenCalledWith('ana');
  expect(summary).toMatchObject({ campaigns: 3, total: 25, delivered: 12, failed: 3, pending: 10 });
  expect(summary.by_status).toEqual({ Scheduled: 2, Sending: 0, Paused: 0, Success: 1, Failed: 0 });
  expect(summary.next_drop_date).toBe(FIRST_DROP.toISOString());
});

test('without a scheduled campaign there is no next drop', async () => {
  const { as } = callsWith([
    { _id: 'Success', campaigns: 1, firstDrop: LATER, total: 2, delivered: 2, failed: 0 },
  ]);
  expect(await as('ana').summary()).toMatchObject({ next_drop_date: null, pending: 0 });
});

test('the status of a campaign is shown to its owner alone', async () => {
  const { as } = callsWith();
  expect(await as('ana').status({ id: 'c' })).toMatchObject({
    success: true,
    status: 'Sending',
    total: 10,
    delivered: 4,
    failed: 3,
    pending: 3,
  });
  const denied = { code: 'NOT_FOUND' };
  await expect(as('bob').status({ id: 'c' })).rejects.toMatchObject(denied);
  await expect(as('bob').get({ id: 'c' })).rejects.toMatchObject(denied);
  await expect(as('bob').progress({ id: 'c' })).rejects.toMatchObject(denied);
  await expect(as('bob').consent({ id: 'c' })).rejects.toMatchObject(denied);
});
