import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import type { Preparation } from '#server/features/campaigns/preparation/preparation-model.ts';
import type { ReservationStore } from '#server/features/campaigns/lifecycle/reservation-store.ts';
import type { SeqRange } from '#server/features/drops/api.ts';

/** A campaign with a preparation in progress. */
export type PreparedCampaign = CampaignDocument & { preparing: Preparation };

/** A campaign that is due for another cleanup. One without a credit stream only keeps its id from being used. */
export type SweptCampaign = Pick<CampaignDocument, '_id' | 'status' | 'voidedPreparations'> & {
  streamId?: string;
  resweepAt: Date;
};

/**
 * Stores the one preparation a campaign may have in progress, and the cleanup of voided ones. `StatusStore` ends those that
 * are committed or voided.
 */
export class PreparationStore {
  readonly #model: CampaignModel;
  readonly #reservations: ReservationStore;

  constructor(model: CampaignModel, reservations: ReservationStore) {
    this.#model = model;
    this.#reservations = reservations;
  }

  /**
   * Opens a preparation and reserves the numbers of its contacts. Returns `undefined` if the run or message of the
   * campaign changed, its status forbids it, its contacts are erased, or another preparation is in progress.
   */
  async begin(
    { _id, run, message }: Pick<CampaignDocument, '_id' | 'run' | 'message'>,
    from: readonly CampaignStatus[],
    preparation: Preparation,
    where: Record<string, unknown> = {},
  ): Promise<PreparedCampaign | undefined> {
    const begun = await this.#model
      .findOneAndUpdate(
        {
          ...where,
          _id,
          run,
          message,
          status: { $in: [...from] },
          preparing: { $exists: false },
          contactsErasedAt: { $exists: false },
        },
        { $set: { preparing: preparation }, $inc: { nextSeq: preparation.calls } },
        { returnDocument: 'after' },
      )
      .lean<PreparedCampaign>()
      .exec();
    return begun ?? undefined;
  }

  /** Renews the lease; returns false if the sweeper has closed the preparation. */
  async renew(campaignId: string, preparationId: string, leaseUntil: Date): Promise<boolean> {
    const result = await this.#model.updateOne(
      { _id: campaignId, 'preparing.preparationId': preparationId },
      { $set: { 'preparing.leaseUntil': leaseUntil } },
    );
    return result.matchedCount === 1;
  }

  /** Closes a preparation that its owner has undone. */
  async abandon(campaign: PreparedCampaign): Promise<void> {
    const { _id, preparing } = campaign;
    const current = { _id, 'preparing.preparationId': preparing.preparationId };
    if (preparing.kind === 'create') await this.#model.deleteOne(current);
    else await this.#model.updateOne(current, { $set: unusedAfter(campaign), $unset: { preparing: 1 } });
  }

  /** Claims the preparations with an expired lease, each for one sweeper, except those reserved by another process. */
  async claimExpired(now: Date, leaseUntil: Date): Promise<PreparedCampaign[]> {
    const where = await this.#reservations.notOfOthers();
    return claimExpired<PreparedCampaign>(this.#model, 'leaseUntil', { now, until: leaseUntil, where });
  }

  /** Returns campaigns whose voided preparations are due for another cleanup, and tombstones that are due to end. */
  listResweeps(now: Date): Promise<SweptCampaign[]> {
    return this.#model
      .find({ resweepAt: { $lte: now } })
      .limit(SWEEP_LIMIT)
      .lean<SweptCampaign[]>()
      .exec();
  }

  async clearResweep(campaignId: string, resweepAt: Date): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, resweepAt }, { $unset: { resweepAt: 1 } });
  }

  /** Removes a tombstone that only kept an id from being used: it has no owner, and no credit event names it. */
  async removeTombstone(campaignId: string, resweepAt: Date): Promise<void> {
    await this.#model.deleteOne({
      _id: campaignId,
      resweepAt,
      status: 'Deleted',
      streamId: { $exists: false },
    });
  }
}

/** Claims the campaigns whose preparation has a lease, in `field`, that has expired, each for one sweeper. */
export async function claimExpired<Campaign extends { _id: string; preparing: { preparationId: string } }>(
  model: CampaignModel,
  field: 'leaseUntil' | 'replaceUntil',
  { now, until, where = {} }: { now: Date; until: Date; where?: Record<string, unknown> },
): Promise<Campaign[]> {
  const expired = { [`preparing.${field}`]: { $lte: now } };
  const found = await model
    .find({ ...expired, ...where })
    .limit(SWEEP_LIMIT)
    .lean<Campaign[]>()
    .exec();
  const taken = await Promise.all(
    found.map(({ _id, preparing }) =>
      model
        .findOneAndUpdate(
          { _id, 'preparing.preparationId': preparing.preparationId, ...expired },
          { $set: { [`preparing.${field}`]: until } },
          { returnDocument: 'after' },
        )
        .lean<Campaign>()
        .exec(),
    ),
  );
  return taken.filter((campaign) => campaign !== null);
}

/**
 * Returns the unused number ranges after a preparation is undone. Only one preparation at a time changes them; adjacent
 * ranges are merged, so that repeated attempts do not grow the list.
 */
export function unusedAfter({
  nextSeq,
  preparing,
  unusedSeqs = [],
}: Pick<CampaignDocument, 'nextSeq' | 'unusedSeqs'> & { preparing: Pick<Preparation, 'calls'> }): {
  unusedSeqs?: SeqRange[];
} {
  if (preparing.calls === 0) return {};
  const from = nextSeq - preparing.calls;
  const to = nextSeq - 1;
  const last = unusedSeqs.at(-1);
  if (last?.to !== from - 1) return { unusedSeqs: [...unusedSeqs, { from, to }] };
  return { unusedSeqs: [...unusedSeqs.slice(0, -1), { from: last.from, to }] };
}

/** Maximum number of campaigns per sweep. */
const SWEEP_LIMIT = 100;
