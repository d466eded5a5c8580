import { renderMessage } from '#shared/message-template.ts';
import { newId } from '#server/ids.ts';
import { attemptId } from './attempt-id.ts';
import type { PendingCall } from './call-store.ts';
import type { ClaimDocument, FrozenDrop } from './claim-model.ts';
import type { DropsDeps } from './drops-deps.ts';
import type { RunnableCampaign } from './ports.ts';
import { contactCells } from './present-contact.ts';

/** This process, as the holder of its claims. */
const HOLDER = newId();

export function leaseEnd({ clock, options }: DropsDeps): Date {
  return new Date(clock.now().getTime() + options.claimLeaseMs);
}

/**
 * Claims the next pending contacts of a campaign after number `afterSeq`, durably, before the carrier is called
 * (design §4): first the frozen bodies, then the contacts. Answers the claim with the drops it won, which may be none
 * where another worker was faster; `undefined` where nothing is pending any more.
 */
export async function claimBatch(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  afterSeq: number,
): Promise<ClaimDocument | undefined> {
  const { calls, claims, carrier, clock, options } = deps;
  // Without keys nothing that was claimed can be placed twice, so that a crash must find as few claims as possible.
  const size = carrier.capabilities.idempotencyKeys
    ? options.batchSize
    : Math.min(options.batchSize, options.concurrency);
  const pending = await calls.listPending(campaign.id, afterSeq, campaign.voidedSteps, size);
  const [first] = pending;
  if (first === undefined) return undefined;
  const claim: ClaimDocument = {
    _id: newId(),
    campaignId: campaign.id,
    run: first.run,
    state: 'placing',
    holder: HOLDER,
    leaseUntil: leaseEnd(deps),
    firstClaimedAt: clock.now(),
    voiceId: campaign.providerVoiceId,
    drops: pending.map((call) => freeze(campaign, call)),
    seqs: pending.map(({ seq }) => seq),
  };
  await claims.insert(claim);
  const won = await calls.claim(
    campaign.id,
    pending.map(({ _id }) => _id),
    claim._id,
    claim.firstClaimedAt,
  );
  return won === pending.length ? claim : onlyClaimed(deps, claim);
}

/** Takes over the claims of a campaign whose workers have died; each with the drops still to be placed. */
export async function takeOverClaims(deps: DropsDeps, campaignId: string): Promise<ClaimDocument[]> {
  const expired = await deps.claims.listExpired(campaignId, deps.clock.now());
  const taken = await Promise.all(
    expired.map((claim) => deps.claims.takeOver(claim, HOLDER, leaseEnd(deps))),
  );
  return Promise.all(taken.filter((claim) => claim !== undefined).map((claim) => onlyClaimed(deps, claim)));
}

async function onlyClaimed({ calls }: DropsDeps, claim: ClaimDocument): Promise<ClaimDocument> {
  const claimed = await calls.listClaimed(claim.campaignId, claim.seqs, claim._id);
  return { ...claim, drops: claim.drops.filter(({ seq }) => claimed.has(seq)) };
}

function freeze(campaign: RunnableCampaign, { _id, seq, run, phone, fields }: PendingCall): FrozenDrop {
  return {
    contactId: _id,
    seq,
    attemptId: attemptId({ campaignId: campaign.id, seq, run }),
    to: phone,
    ...(fields.zipcode !== undefined && { postalCode: fields.zipcode }),
    text: renderMessage(campaign.message, contactCells({ phone, fields })),
  };
}
