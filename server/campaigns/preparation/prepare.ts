import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Preparation } from '#server/campaigns/campaign-model.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { ContactSource } from '#server/campaigns/contact-list/contact-source.ts';
import type { RecordedEvent, Refusal } from '#server/credits/api.ts';
import type { PreparationOutcome, PreparedCampaign } from './preparation-store.ts';

/** Renews the lease of a preparation; throws UNAVAILABLE if the sweeper has closed it. */
type Heartbeat = () => Promise<void>;

/** Returns the ledger key of a preparation's hold. */
export function holdKey(
  campaignId: string,
  { run, preparationId }: Pick<Preparation, 'run' | 'preparationId'>,
): string {
  return `hold:${campaignId}:${String(run)}:${preparationId}`;
}

/** Returns the number of calls a hold covers. */
export function callsOf({ lots = [] }: RecordedEvent): number {
  return lots.reduce((sum, { calls }) => sum + calls, 0);
}

/**
 * Executes a preparation and returns its hold: `store` writes the contacts and returns their number, credits are held,
 * one update commits. A refusal is undone here; after a crash or timeout the sweeper commits or undoes.
 */
export async function executePreparation(
  deps: CampaignsDeps,
  campaign: PreparedCampaign,
  store: (heartbeat: Heartbeat) => Promise<number>,
): Promise<{ event: RecordedEvent; calls: number }> {
  let calls: number;
  try {
    calls = await store(createHeartbeat(deps, campaign));
  } catch (error) {
    await undo(deps, campaign);
    throw error;
  }
  const { _id: campaignId, streamId } = campaign;
  const held = await deps.ledger.execute(streamId, {
    type: 'hold',
    key: holdKey(campaignId, campaign.preparing),
    campaignId,
    calls,
  });
  if (!held.ok) {
    await undo(deps, campaign);
    throw refusalError(held.refusal);
  }
  await commit(deps, campaign, { calls, credits: held.event.amount });
  return { event: held.event, calls };
}

/** Commits a preparation whose credits are held. */
export function commit(
  deps: Pick<CampaignsDeps, 'preparations'>,
  campaign: PreparedCampaign,
  hold: { calls: number; credits: number },
): Promise<void> {
  return deps.preparations.commit(campaign._id, campaign.preparing.preparationId, outcomeOf(campaign, hold));
}

function outcomeOf(
  { preparing }: PreparedCampaign,
  { calls, credits }: { calls: number; credits: number },
): PreparationOutcome {
  switch (preparing.kind) {
    case 'create':
      return { set: { status: 'Scheduled' }, increase: { total: calls, creditCost: credits, held: credits } };
    case 'add':
      return { set: {}, increase: { total: calls, creditCost: credits, held: credits } };
    case 'retry':
      return {
        // Failed contacts that this retry leaves out are not retryable any more.
        set: { status: 'Sending', run: preparing.run, retryable: 0 },
        increase: { failed: -calls, held: credits },
      };
  }
}

/** Returns a heartbeat that renews the lease once half of it has passed. */
function createHeartbeat(
  { preparations, realTime, preparationLeaseMs }: CampaignsDeps,
  { _id, preparing }: PreparedCampaign,
): Heartbeat {
  let { leaseUntil } = preparing;
  return async () => {
    const now = realTime.now().getTime();
    if (leaseUntil.getTime() - now > preparationLeaseMs / 2) return;
    leaseUntil = new Date(now + preparationLeaseMs);
    if (await preparations.renew(_id, preparing.preparationId, leaseUntil)) return;
    throw new AppError('UNAVAILABLE', 'This took too long and was cancelled. Please try again.');
  };
}

/** Undoes a preparation, also one the sweeper closed first: contacts stored since are removed. */
async function undo({ contacts, preparations }: CampaignsDeps, campaign: PreparedCampaign): Promise<void> {
  await undoContacts(contacts, campaign);
  await preparations.abandon(campaign);
}

/** Removes the contacts a preparation stored and fails those it put back to pending. */
export function undoContacts(
  contacts: CampaignsDeps['contacts'],
  { _id, preparing: { kind, preparationId } }: PreparedCampaign,
): Promise<void> {
  return kind === 'create' ? contacts.erase(_id) : contacts.undoPreparation(_id, preparationId);
}

/** Returns the error for a refused hold. */
export function refusalError(refusal: Refusal): AppError {
  switch (refusal.type) {
    case 'InsufficientCredits': {
      const { needed, available } = refusal;
      const text = `Insufficient credits: ${formatNumber(needed)} needed, ${formatNumber(available)} available`;
      return new AppError('INSUFFICIENT_CREDITS', text, { needed, available });
    }
    case 'InDebt':
      return new AppError(
        'INSUFFICIENT_CREDITS',
        `Insufficient credits: ${formatNumber(refusal.debt)} are owed after a refund`,
      );
    case 'NoActivePlan':
      return new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
    case 'KeyConflict':
    case 'ExceedsHold':
      return new AppError('UNAVAILABLE', 'This took too long and was cancelled. Please try again.');
  }
}

/** Concurrent inserts: the next batch is prepared while the database stores one. */
const MAX_CONCURRENT_INSERTS = 2;

/**
 * Stores the validated contacts of a list under their reserved numbers; returns how many. Throws only after all inserts
 * have ended, so that an undo misses none.
 */
export async function storeContacts(
  { contacts }: Pick<CampaignsDeps, 'contacts'>,
  { _id: campaignId, nextSeq, preparing: { preparationId, run, calls, kind } }: PreparedCampaign,
  source: ContactSource,
  heartbeat: Heartbeat,
): Promise<number> {
  const inFlight = new Set<Promise<void>>();
  const numbered = { campaignId, preparationId, run, later: kind !== 'create' };
  let firstSeq = nextSeq - calls;
  try {
    for await (const batch of source.contacts()) {
      if (inFlight.size === MAX_CONCURRENT_INSERTS) await Promise.race(inFlight);
      await heartbeat();
      const insert = contacts.insert({ ...numbered, firstSeq, contacts: batch });
      inFlight.add(insert);
      // A failed insert stays in the set, so that the next wait throws its error.
      insert.then(
        () => inFlight.delete(insert),
        () => undefined,
      );
      firstSeq += batch.length;
    }
    await Promise.all(inFlight);
  } finally {
    await Promise.allSettled(inFlight);
  }
  return calls;
}
