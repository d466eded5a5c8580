import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import {
  FORGET_CONTENT,
  type CampaignDocument,
  type CampaignModel,
  type Preparation,
} from '#server/campaigns/campaign-model.ts';
import { NEW_RUN } from '#server/campaigns/campaign-store.ts';
import type { SeqRange } from '#server/campaigns/ports.ts';

/** A campaign with a preparation under way. */
export type PreparedCampaign = CampaignDocument & { preparing: Preparation };

/** How a committed preparation changes its campaign. */
export interface PreparationOutcome {
  set: Partial<Pick<CampaignDocument, 'status' | 'run' | 'retryable'>>;
  increase: Partial<Pick<CampaignDocument, 'total' | 'failed' | 'creditCost' | 'held'>>;
}

/** The one preparation that a campaign may have under way, and what the given-up ones leave to clean (design §4). */
export class PreparationStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /**
   * Opens a preparation and reserves the numbers of the contacts that it adds; `undefined` where the campaign has moved
   * on or got another message, its status forbids it, or another preparation is under way.
   */
  async begin(
    { _id, run, message }: Pick<CampaignDocument, '_id' | 'run' | 'message'>,
    from: readonly CampaignStatus[],
    preparation: Preparation,
  ): Promise<PreparedCampaign | undefined> {
    const begun = await this.#model
      .findOneAndUpdate(
        { _id, run, message, status: { $in: [...from] }, preparing: { $exists: false } },
        { $set: { preparing: preparation }, $inc: { nextSeq: preparation.calls } },
        { returnDocument: 'after' },
      )
      .lean<PreparedCampaign>()
      .exec();
    return begun ?? undefined;
  }

  /** A heartbeat; false where a sweeper has closed the preparation. */
  async renew(campaignId: string, preparationId: string, leaseUntil: Date): Promise<boolean> {
    const result = await this.#model.updateOne(
      { _id: campaignId, 'preparing.preparationId': preparationId },
      { $set: { 'preparing.leaseUntil': leaseUntil } },
    );
    return result.matchedCount === 1;
  }

  /** Notes that a retry found nobody who may be called again. */
  async noneRetryable(campaignId: string, preparationId: string): Promise<void> {
    await this.#model.updateOne(
      { _id: campaignId, 'preparing.preparationId': preparationId },
      { $set: { retryable: 0 } },
    );
  }

  /** Closes a preparation whose credits are held; does nothing where it is closed. */
  async commit(
    campaignId: string,
    preparationId: string,
    { set, increase }: PreparationOutcome,
  ): Promise<void> {
    const begins = set.status === 'Sending';
    await this.#model.updateOne(
      { _id: campaignId, 'preparing.preparationId': preparationId },
      {
        $set: set,
        $inc: { ...increase, ...(begins && NEW_RUN.$inc) },
        $unset: { preparing: 1, ...(begins && NEW_RUN.$unset) },
      },
    );
  }

  /** Closes a preparation that its own maker has undone. */
  async abandon(campaign: PreparedCampaign): Promise<void> {
    const { _id, preparing } = campaign;
    const current = { _id, 'preparing.preparationId': preparing.preparationId };
    if (preparing.kind === 'create') await this.#model.deleteOne(current);
    else await this.#model.updateOne(current, { $set: unusedAfter(campaign), $unset: { preparing: 1 } });
  }

  /** The preparations without a heartbeat, each for one of the sweepers that look for them. */
  async takeOverExpired(now: Date, leaseUntil: Date): Promise<PreparedCampaign[]> {
    const expired = { 'preparing.leaseUntil': { $lte: now } };
    const found = await this.#model.find(expired).limit(SWEEP_LIMIT).lean<PreparedCampaign[]>().exec();
    const taken = await Promise.all(
      found.map(({ _id, preparing }) =>
        this.#model
          .findOneAndUpdate(
            { _id, 'preparing.preparationId': preparing.preparationId, ...expired },
            { $set: { 'preparing.leaseUntil': leaseUntil } },
            { returnDocument: 'after' },
          )
          .lean<PreparedCampaign>()
          .exec(),
      ),
    );
    return taken.filter((campaign) => campaign !== null);
  }

  /**
   * Closes a preparation that the sweeper has undone. Its maker may still be at work, so its id stays
   * on record as voided and is cleaned once more at `resweepAt`.
   */
  async void(campaign: PreparedCampaign, now: Date, resweepAt: Date): Promise<void> {
    const { _id, preparing } = campaign;
    const gone = { status: 'Deleted' as const, deletedAt: now };
    await this.#model.updateOne(
      { _id, 'preparing.preparationId': preparing.preparationId },
      {
        $set: { resweepAt, ...unusedAfter(campaign), ...(preparing.kind === 'create' && gone) },
        $push: { voidedPreparations: preparing.preparationId },
        $unset: {
          preparing: 1,
          ...(preparing.kind === 'create' && { liveName: 1, ...FORGET_CONTENT.$unset }),
        },
      },
    );
  }

  /** Campaigns with voided preparations, or gone altogether, that are due to be cleaned once more. */
  listResweeps(now: Date): Promise<CampaignDocument[]> {
    return this.#model
      .find({ resweepAt: { $lte: now } })
      .limit(SWEEP_LIMIT)
      .lean<CampaignDocument[]>()
      .exec();
  }

  async resweptAt(campaignId: string, resweepAt: Date): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, resweepAt }, { $unset: { resweepAt: 1 } });
  }
}

/**
 * The unused numbers once a preparation is undone. Nobody else changes them while it is the campaign's only one; ranges
 * side by side become one, so that trying again and again does not lengthen them.
 */
function unusedAfter({ nextSeq, preparing, unusedSeqs = [] }: PreparedCampaign): {
  unusedSeqs?: SeqRange[];
} {
  if (preparing.calls === 0) return {};
  const from = nextSeq - preparing.calls;
  const to = nextSeq - 1;
  const last = unusedSeqs.at(-1);
  if (last?.to !== from - 1) return { unusedSeqs: [...unusedSeqs, { from, to }] };
  return { unusedSeqs: [...unusedSeqs.slice(0, -1), { from: last.from, to }] };
}

/** What one sweep takes on; the next one goes on. */
const SWEEP_LIMIT = 100;
