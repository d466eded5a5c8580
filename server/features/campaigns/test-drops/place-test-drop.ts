import type { z } from 'zod';
import {
  createdTestDropOutput,
  type testDropInput,
  type TestDropView,
} from '#shared/schemas/campaigns/test-drops.ts';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { digestOf, runIdempotent } from '#server/platform/idempotency/idempotent.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { checkMessage } from '#server/features/campaigns/preparation/check-message.ts';
import { byCampaign, testCallIds } from './idempotent-test-call.ts';
import { ownContact, placeTestCall } from './place-test-call.ts';
import type { TestDropDeps } from './test-drop-deps.ts';
import { testOwnerOf } from './test-owner.ts';

type Created = z.infer<typeof createdTestDropOutput>;

interface TestDropRequest {
  user: SignedInUser;
  input: z.output<typeof testDropInput>;
  idempotencyKey: string | undefined;
}

/** Leaves a message on the user's own phone. Throws like `placeTestCall`, and FORBIDDEN without a confirmed phone. */
export function placeTestDrop(deps: TestDropDeps, request: TestDropRequest): Promise<Created> {
  const { user, input, idempotencyKey: key } = request;
  return runIdempotent(
    deps.campaignsDeps,
    { uid: user.uid, key, digest: digestOf('test drop', input) },
    {
      idsSchema: testCallIds,
      resultSchema: createdTestDropOutput,
      ids: { campaignId: newId() },
      perform: ({ campaignId }) => deps.limits.drop(user.uid, () => perform(deps, request, campaignId)),
      ...byCampaign(deps.campaignsDeps, async ({ _id, creditCost }) => {
        const { available: balance } = await deps.campaignsDeps.ledger.balance(user.streamId);
        const drop = await findTestDrop(deps, user.uid, _id);
        return { success: true as const, test_drop: drop, credit_cost: creditCost, balance };
      }),
    },
  );
}

async function perform(
  deps: TestDropDeps,
  { user, input }: TestDropRequest,
  campaignId: string,
): Promise<Created> {
  const { campaignsDeps } = deps;
  const { testPhone } = await campaignsDeps.callingProfiles.find(user.uid);
  if (testPhone === undefined)
    throw new AppError('FORBIDDEN', 'Please confirm your phone before you send a test.');
  const { message, message_overrides: overrides } = input;
  const { creditCost, balance } = await placeTestCall(deps, {
    user,
    campaignId,
    name: 'Test call',
    message,
    voiceId: input.voice_id,
    messageCheck: await checkMessage(campaignsDeps, { uid: user.uid, message, overrides }),
    contact: ownContact(testPhone, input.contact),
  });
  const drop = await findTestDrop(deps, user.uid, campaignId);
  return { success: true, test_drop: drop, credit_cost: creditCost, balance };
}

/** Returns a test drop of the user. Throws NOT_FOUND. */
export async function findTestDrop(
  { campaignsDeps: { campaigns, contacts } }: TestDropDeps,
  uid: string,
  id: string,
): Promise<TestDropView> {
  const campaign = await campaigns.findOwned(testOwnerOf(uid), id);
  if (campaign === undefined) throw notFound('Test call');
  const { _id, total, unusedSeqs, status, createdAt } = campaign;
  const [contact] = await contacts.page({ id: _id, total, unusedSeqs }, 0, 1);
  return {
    id: _id,
    phone: contact?.recommended_phone ?? '',
    status: SHOWN[status] ?? 'calling',
    reason: status === 'Failed' ? (contact?.reason ?? null) : null,
    reason_code: status === 'Failed' ? (contact?.reason_code ?? null) : null,
    created_at: createdAt.toISOString(),
  };
}

const SHOWN: Partial<Record<CampaignStatus, TestDropView['status']>> = {
  Success: 'delivered',
  Failed: 'failed',
};
