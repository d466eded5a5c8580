import { renderMessage } from '#shared/messages/message-template.ts';
import { newId } from '#server/lib/ids.ts';
import { attemptId } from '#server/drops/placement/attempt-id.ts';
import type { PendingCall } from '#server/drops/contacts/call-store.ts';
import type { ClaimDocument, FrozenDrop, FrozenSpeech } from './claim-model.ts';
import { batchWithin } from '#server/drops/placement/drop-rate.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import type { JobControl, RunnableCampaign } from '#server/drops/ports.ts';
import { contactCells } from '#server/drops/contacts/present-contact.ts';
import { skipSuppressed, stillCallable } from '#server/drops/contacts/skip-suppressed.ts';
import { speakTexts, type HeldUp } from '#server/drops/speech/speak-texts.ts';
import { releaseUnfinished, voidExpired } from './unplaced-calls.ts';

/** A run of a campaign in one worker. Its claims carry its name, which no other run has, in the same process neither. */
export interface RunControl extends JobControl {
  holder: string;
}

export function leaseEnd({ realTime, options }: DropsDeps): Date {
  return new Date(realTime.now().getTime() + options.claimLeaseMs);
}

/**
 * Claims the next pending contacts of a campaign after number `afterSeq`, durably, before the carrier is called
 * (design §4): first what they are to hear is spoken, then the bodies are frozen, then the contacts are claimed.
 * Numbers on the do-not-call list are left out, as is what could not be spoken in time. Answers the claim with the drops
 * it won, which may be none; `undefined` where nothing is pending any more; or why nothing can be placed now.
 */
export async function claimBatch(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  afterSeq: number,
  control: RunControl,
): Promise<ClaimDocument | HeldUp | undefined> {
  const { calls, carrier, options } = deps;
  // Without keys nothing that was claimed can be placed twice, so that a crash must find as few claims as possible.
  const largest = carrier.capabilities.idempotencyKeys
    ? options.batchSize
    : Math.min(options.batchSize, options.concurrency);
  const size = batchWithin(largest, campaign.dropsPerMinute);
  const pending = await calls.listPending(campaign.id, afterSeq, campaign.voidedPreparations, size);
  const [first] = pending;
  if (first === undefined) return undefined;
  const callable = await skipSuppressed(deps, campaign, pending);
  const heard = callable.map((call) => [call, renderMessage(campaign.message, contactCells(call))] as const);
  const speech = await speakTexts(
    deps,
    campaign,
    heard.map(([, text]) => text),
    control,
  );
  if (typeof speech === 'string') return speech;
  const drops = heard.flatMap(([call, text]) => {
    const spoken = speech.get(text);
    return spoken === undefined ? [] : [freeze(campaign, call, spoken)];
  });
  // Speaking may have taken a while; who came onto the list meanwhile is skipped in the next round.
  return claimDrops(deps, campaign, control.holder, first.run, await stillCallable(deps, campaign, drops));
}

async function claimDrops(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  holder: string,
  run: number,
  drops: FrozenDrop[],
): Promise<ClaimDocument> {
  const claim: ClaimDocument = {
    _id: newId(),
    campaignId: campaign.id,
    run,
    runEpoch: campaign.runEpoch,
    state: 'claiming',
    holder,
    leaseUntil: leaseEnd(deps),
    firstClaimedAt: deps.realTime.now(),
    drops,
    seqs: drops.map(({ seq }) => seq),
  };
  if (drops.length === 0) return claim;
  await deps.claims.insert(claim);
  const won = await deps.calls.claim(
    claim,
    drops.map(({ contactId }) => contactId),
    deps.clock.now(),
  );
  if (won === drops.length) return claim;
  const claimed = await deps.calls.listClaimed(claim.campaignId, claim.seqs, claim._id);
  return { ...claim, drops: drops.filter(({ seq }) => claimed.has(seq)) };
}

/**
 * Takes over the claims of a campaign whose workers have died; each with the drops still to be placed. Those of which
 * nothing was sent go back to pending.
 */
export async function takeOverClaims(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  holder: string,
): Promise<ClaimDocument[]> {
  const expired = await deps.claims.listExpired(campaign.id, deps.realTime.now());
  await voidExpired(deps, expired);
  const taken = await Promise.all(
    expired.map((claim) => deps.claims.takeOver(claim, holder, leaseEnd(deps))),
  );
  return Promise.all(
    taken
      .filter((claim) => claim !== undefined)
      .map(async (claim) => {
        const claimed = await releaseUnfinished(deps, claim);
        const open = claim.drops.filter(({ seq }) => claimed.has(seq));
        return { ...claim, drops: await stillCallable(deps, campaign, open) };
      }),
  );
}

function freeze(
  campaign: RunnableCampaign,
  { _id, seq, run, phone, fields }: PendingCall,
  speech: FrozenSpeech,
): FrozenDrop {
  return {
    contactId: _id,
    seq,
    attemptId: attemptId({ campaignId: campaign.id, seq, run }),
    to: phone,
    ...(fields.zipcode !== undefined && { postalCode: fields.zipcode }),
    speech,
  };
}
