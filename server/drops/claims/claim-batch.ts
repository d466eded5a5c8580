import { renderMessage } from '#shared/messages/message-template.ts';
import { newId } from '#server/lib/ids.ts';
import { attemptId } from '#server/drops/placement/attempt-id.ts';
import type { PendingCall } from '#server/drops/contacts/call-store.ts';
import type { ClaimDocument, FrozenDrop, FrozenSpeech } from './claim-store.ts';
import { leaseEnd } from './claim-times.ts';
import { batchSizeAt } from '#server/drops/placement/drop-rate.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import type { JobControl } from '#server/drops/api.ts';
import type { RunnableCampaign } from '#server/campaigns/api.ts';
import { contactCells } from '#server/drops/contacts/present-contact.ts';
import { skipSuppressed, stillCallable } from '#server/drops/contacts/skip-suppressed.ts';
import { speakTexts, type BlockReason } from '#server/drops/speech/speak-texts.ts';
import { completeRelease, voidExpired } from './unplaced-calls.ts';

/** The control of one run in one worker. `holder` is unique to the run, even within one process. */
export interface RunControl extends JobControl {
  holder: string;
}

/** A claim with the drops it won, which may be none; why nothing can be placed now; or nothing is pending. */
type ClaimedBatch =
  { kind: 'claim'; claim: ClaimDocument } | { kind: 'blocked'; reason: BlockReason } | { kind: 'none' };

/**
 * Claims the next pending contacts after number `afterSeq` durably, before the carrier is called: creates their speech,
 * freezes the request bodies, then claims. Skips suppressed numbers and texts that could not be spoken in time.
 */
export async function claimBatch(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  afterSeq: number,
  control: RunControl,
): Promise<ClaimedBatch> {
  const { calls, carrier, options } = deps;
  // Without idempotency keys a claimed call cannot be placed again: a crash must leave as few claims as possible.
  const largest = carrier.capabilities.idempotencyKeys
    ? options.batchSize
    : Math.min(options.batchSize, options.concurrency);
  const size = batchSizeAt(largest, campaign.dropsPerMinute);
  const pending = await calls.listPending(campaign.id, afterSeq, campaign.voidedPreparations, size);
  const [first] = pending;
  if (first === undefined) return { kind: 'none' };
  const callable = await skipSuppressed(deps, campaign, pending);
  const messages = callable.map(
    (call) => [call, renderMessage(campaign.message, contactCells(call))] as const,
  );
  const speech = await speakTexts(
    deps,
    campaign,
    messages.map(([, text]) => text),
    control,
  );
  if (speech.kind === 'blocked') return speech;
  const drops = messages.flatMap(([call, text]) => {
    const spoken = speech.texts.get(text);
    return spoken === undefined ? [] : [buildDrop(campaign, call, spoken)];
  });
  // Checked again after speaking: numbers that were suppressed meanwhile are skipped by the next batch.
  const allowed = await stillCallable(deps, campaign, drops);
  return { kind: 'claim', claim: await claimDrops(deps, campaign, control.holder, first.run, allowed) };
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
 * Reclaims the expired claims of a campaign, whose workers have died, and returns each with the drops still to be
 * placed. Contacts of claims that were never placed go back to pending.
 */
export async function reclaimExpired(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  holder: string,
): Promise<ClaimDocument[]> {
  const expired = await deps.claims.listExpired(campaign.id, deps.realTime.now());
  await voidExpired(deps, expired);
  const reclaimed = await Promise.all(
    expired.map((claim) => deps.claims.reclaim(claim, holder, leaseEnd(deps))),
  );
  return Promise.all(
    reclaimed
      .filter((claim) => claim !== undefined)
      .map(async (claim) => {
        const claimed = await completeRelease(deps, claim);
        const open = claim.drops.filter(({ seq }) => claimed.has(seq));
        return { ...claim, drops: await stillCallable(deps, campaign, open) };
      }),
  );
}

function buildDrop(
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
