import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import type { Placement } from '#server/providers/carrier/port.ts';
import type { ClaimDocument } from '#server/features/drops/claims/claim-store.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const REFUSED: Placement = { kind: 'rejected', code: '4013', reason: 'Called too often lately' };

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
/** The claim of each request to the carrier, which refuses all. */
const claimed: (ClaimDocument | null)[] = [];

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    carrier: (real) => ({
      ...real,
      place: async () => {
        claimed.push(await node.connection.collection<ClaimDocument>('claims').findOne());
        return REFUSED;
      },
    }),
  });
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

/** Creates a campaign that is being sent, restored from a backup of some hours ago. */
async function restoredCampaign(hours: number): Promise<{ id: string; restoredFrom: Date }> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(1)));
  await node.as(user).execute({ id: campaign.id });
  const restoredFrom = new Date(Date.now() - hours * HOUR_MS);
  await node.connection
    .collection<{ _id: string }>('campaigns')
    .updateOne({ _id: campaign.id }, { $set: { restoredFrom } });
  return { id: campaign.id, restoredFrom };
}

const runAndSettle = async (id: string) => {
  await node.drops.handlers.runCampaign(id, BUSY);
  await node.drops.handlers.settleCampaign(id);
};

it('a refusal of a call that may have been made before is decided by its report', async () => {
  const { id, restoredFrom } = await restoredCampaign(20);
  await runAndSettle(id);
  expect(claimed).toMatchObject([{ firstClaimedAt: restoredFrom }]);
  expect(await node.as(user).status({ id })).toMatchObject({ status: 'Sending', failed: 0 });
  expect(await system.report(`${id}-1-1`, 0)).toBe(200);
  await runAndSettle(id);
  expect(await node.as(user).status({ id })).toMatchObject({ status: 'Success', delivered: 1, failed: 0 });
});

it('nobody is called whose call may have been made under a key that the carrier has forgotten', async () => {
  claimed.length = 0;
  const { id } = await restoredCampaign(24);
  await runAndSettle(id);
  expect(claimed).toEqual([]);
  expect((await node.as(user).get({ id })).campaign).toMatchObject({
    status: 'Paused',
    status_reason: expect.stringContaining('It was restored from a backup') as string,
  });
});
