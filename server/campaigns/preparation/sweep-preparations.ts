import type { CampaignDocument } from '#server/campaigns/campaign-model.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { PreparedCampaign } from './preparation-store.ts';
import { callsOf, commit, holdKey, undoContacts } from './prepare.ts';

/** A given-up maker that is only slow has surely stopped by then. */
const RESWEEP_AFTER_MS = 3_600_000;

type SweepDeps = Pick<
  CampaignsDeps,
  'preparations' | 'contacts' | 'ledger' | 'engine' | 'realTime' | 'log' | 'preparationLeaseMs'
>;

/**
 * Finishes or undoes the preparations whose makers have died, and cleans once more after makers that turned out
 * to be slow (design §4). It can run anywhere, twice at once, and die at any point.
 */
export async function sweepPreparations(deps: SweepDeps): Promise<void> {
  const now = deps.realTime.now();
  const leaseUntil = new Date(now.getTime() + deps.preparationLeaseMs);
  for (const campaign of await deps.preparations.takeOverExpired(now, leaseUntil))
    await eachAlone(deps, campaign, () => resolve(deps, campaign));
  for (const campaign of await deps.preparations.listResweeps(now))
    await eachAlone(deps, campaign, () => resweep(deps, campaign));
}

/** One campaign whose sweeping fails, as where its ledger cannot be read, keeps no other from being swept. */
async function eachAlone(
  { log }: SweepDeps,
  { _id }: CampaignDocument,
  sweep: () => Promise<void>,
): Promise<void> {
  try {
    await sweep();
  } catch (error) {
    log.error({ err: error, campaignId: _id }, 'a preparation could not be swept; it is tried again');
  }
}

async function resweep(
  { contacts, preparations }: SweepDeps,
  { _id, status, voidedPreparations, resweepAt }: CampaignDocument,
): Promise<void> {
  if (status === 'Deleted') await contacts.erase(_id);
  for (const id of voidedPreparations) await contacts.undoPreparation(_id, id);
  if (resweepAt !== undefined) await preparations.resweptAt(_id, resweepAt);
}

/** Occupying the hold's key decides: where the hold exists all contacts are stored, otherwise it can never exist again. */
async function resolve(deps: SweepDeps, campaign: PreparedCampaign): Promise<void> {
  const { _id: campaignId, streamId, preparing } = campaign;
  const answer = await deps.ledger.execute(streamId, {
    type: 'void-hold',
    key: holdKey(campaignId, preparing),
    campaignId,
  });
  if (answer.ok && answer.event.type === 'hold') {
    // What the hold is for: its maker may have told the number of calls only after we read the preparation.
    await commit(deps, campaign, { calls: callsOf(answer.event), credits: answer.event.amount });
    await begin(deps, campaign);
    return;
  }
  await undoContacts(deps.contacts, campaign);
  const now = deps.realTime.now();
  await deps.preparations.void(campaign, now, new Date(now.getTime() + RESWEEP_AFTER_MS));
}

async function begin({ engine }: SweepDeps, { _id, dropDate, preparing }: PreparedCampaign): Promise<void> {
  if (preparing.kind === 'create') await engine.runAt(_id, dropDate);
  if (preparing.kind === 'retry') await engine.run(_id);
}
