import { plainZip } from '#shared/contacts/places/zip-code.ts';
import { renderMessage } from '#shared/messages/message-template.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { attemptId } from '#server/features/drops/placement/attempt-id.ts';
import type { PendingCall } from '#server/features/drops/contacts/call-store.ts';
import type { ClaimDocument, FrozenDrop, FrozenSpeech } from './claim-store.ts';
import { leaseEnd } from './claim-times.ts';
import { batchSizeAt } from '#server/features/drops/placement/drop-rate.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { ClaimableCalls } from '#server/features/drops/hours/pending-windows.ts';
import { isWithinHours } from '#server/features/drops/hours/calling-times.ts';
import { windowOf, windowOfDrop } from '#server/features/drops/hours/contact-window.ts';
import type { AppliedHours } from '#shared/calling/calendar.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { contactCells } from '#server/features/drops/contacts/present-contact.ts';
import { skipSuppressed, stillCallable } from '#server/features/drops/contacts/skip-suppressed.ts';
import { lookUpTexts, speakTexts, type BlockReason } from '#server/features/drops/speech/speak-texts.ts';
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
 * freezes the request bodies, then claims. Skips contacts that may not be called now, suppressed numbers and texts that
 * could not be spoken in time.
 */
export async function claimBatch(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  { afterSeq, claimable }: { afterSeq: number; claimable: ClaimableCalls },
  control: RunControl,
): Promise<ClaimedBatch> {
  const { calls, carrier, options } = deps;
  // Without idempotency keys a claimed call cannot be placed again: a crash must leave as few claims as possible.
  const largest = carrier.capabilities.idempotencyKeys
    ? options.batchSize
    : Math.min(options.batchSize, options.concurrency);
  const pending = await calls.listPending(campaign.id, {
    afterSeq,
    voidedPreparations: campaign.voidedPreparations,
    limit: batchSizeAt(largest, campaign.dropsPerMinute),
    windows: claimable.windows,
  });
  const [first] = pending;
  if (first === undefined) return { kind: 'none' };
  const open = pending.filter((call) => claimable.includes(windowOf(deps, call)));
  const today = deps.clock.now();
  const messages = new Map(
    open.map((call) => [call, renderMessage(campaign.message, contactCells(call), today)] as const),
  );
  const textsOf = (some: readonly PendingCall[]) => some.map((call) => messages.get(call) ?? '');
  // Together, as the first call of a due campaign waits for each round trip.
  const [callable, seen] = await Promise.all([
    skipSuppressed(deps, campaign, open),
    lookUpTexts(deps, campaign, textsOf(open)),
  ]);
  const speech = await speakTexts(deps, campaign, { texts: textsOf(callable), seen }, control);
  if (speech.kind === 'blocked') return speech;
  const drops = callable.flatMap((call) => {
    const spoken = speech.texts.get(messages.get(call) ?? '');
    return spoken === undefined ? [] : [buildDrop(campaign, call, windowOf(deps, call), spoken)];
  });
  return { kind: 'claim', claim: await claimDrops(deps, campaign, control.holder, first.run, drops) };
}

/**
 * Inserts a claim and then claims the contacts that are still callable: numbers that were suppressed while texts were
 * spoken are skipped by the next batch. The stored claim may have more drops than it has won; only claimed ones are placed.
 */
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
    // The keys of a restored campaign may have been used at any time since the backup.
    firstClaimedAt: campaign.restoredFrom ?? deps.clock.now(),
    drops,
    seqs: drops.map(({ seq }) => seq),
  };
  if (drops.length === 0) return claim;
  const [allowed] = await Promise.all([stillCallable(deps, campaign, drops), deps.claims.insert(claim)]);
  const callable = { ...claim, drops: allowed, seqs: allowed.map(({ seq }) => seq) };
  if (allowed.length === 0) return callable;
  const won = await deps.calls.claim(
    claim,
    contactsOf(allowed),
    deps.clock.now(),
    appliedNow(deps, campaign, allowed),
    contactsOf(outsideHours(deps, campaign, allowed)),
  );
  if (won === allowed.length) return callable;
  const claimed = await deps.calls.listClaimed(claim.campaignId, claim.seqs, claim._id);
  return { ...callable, drops: allowed.filter(({ seq }) => claimed.has(seq)) };
}

/** Returns the calling rules of each window class that drops are in, as they are now. */
function appliedNow(
  deps: DropsDeps,
  { callingHours }: RunnableCampaign,
  drops: readonly FrozenDrop[],
): ReadonlyMap<string, AppliedHours> {
  const now = deps.clock.now();
  const windows = new Set(drops.map((drop) => windowOfDrop(deps, drop)));
  return new Map(
    [...windows].map((window) => [window, deps.calendar.applied(window, callingHours ?? undefined, now)]),
  );
}

/** Returns the drops that are only placed because the wait for their calling hours is skipped. */
function outsideHours(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  drops: readonly FrozenDrop[],
): FrozenDrop[] {
  if (deps.calendar.mode === 'enforce') return [];
  return drops.filter((drop) => !isWithinHours(deps, campaign, windowOfDrop(deps, drop)));
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
  const expired = await deps.claims.listExpired(campaign.id, deps.clock.now());
  await voidExpired(deps, expired);
  const reclaimed = await Promise.all(
    expired.map((claim) => deps.claims.reclaim(claim, holder, leaseEnd(deps))),
  );
  return Promise.all(
    reclaimed
      .filter((claim) => claim !== undefined)
      .map(async (claim) => {
        const claimed = await completeRelease(deps, campaign, claim);
        const open = claim.drops.filter(({ seq }) => claimed.has(seq));
        return { ...claim, drops: await stillCallable(deps, campaign, open) };
      }),
  );
}

function buildDrop(
  campaign: RunnableCampaign,
  { _id, seq, run, phone, fields }: PendingCall,
  window: string,
  speech: FrozenSpeech,
): FrozenDrop {
  const postalCode = plainZip(fields.zipcode ?? '');
  return {
    contactId: _id,
    seq,
    attemptId: attemptId({ campaignId: campaign.id, seq, run }),
    to: phone,
    ...(postalCode !== undefined && { postalCode }),
    window,
    speech,
  };
}

function contactsOf(drops: readonly FrozenDrop[]) {
  return drops.map(({ contactId }) => contactId);
}
