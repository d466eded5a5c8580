import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import type {
  Replacement,
  ReplacementDecision,
} from '#server/features/campaigns/preparation/preparation-model.ts';
import type { DraftFields } from '#server/features/campaigns/preparation/draft-fields.ts';
import { claimExpired, unusedAfter } from '#server/features/campaigns/preparation/preparation-store.ts';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { notYet, recordedReplacement } from './replacement-records.ts';

/** A campaign whose contacts are being replaced. */
export type ReplacedCampaign = CampaignDocument & { preparing: Replacement<DraftFields> };

/** What was decided of a replacement; `name taken`: nothing, `closed`: it is no longer in progress. */
export type Decided = ReplacementDecision | 'name taken' | 'closed';

/** The largest number of a contact: attempt ids have nine digits for it. */
const MAX_SEQ = 999_999_999;
/** Fields of a draft that may be missing. */
const OPTIONAL = ['description', 'columns', 'savedListId'] as const;

/** Stores the replacement that a Scheduled campaign may have in progress. Each method is one compare-and-set update. */
export class ReplacementStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /**
   * Opens a replacement and reserves the numbers of its contacts; until it is closed, the campaign cannot start or change.
   * Returns `undefined` if its contacts are not those of `nextSeq` any more, it is not Scheduled, another preparation is in
   * progress, or this one was cancelled.
   */
  async begin(
    { _id, nextSeq }: Pick<CampaignDocument, '_id' | 'nextSeq'>,
    preparing: Replacement<DraftFields>,
  ): Promise<ReplacedCampaign | undefined> {
    const begun = await this.#model
      .findOneAndUpdate(
        {
          ...notYet(preparing.preparationId),
          _id,
          nextSeq,
          status: 'Scheduled',
          startedAt: { $exists: false },
          preparing: { $exists: false },
          restoredFrom: { $exists: false },
        },
        { $set: { preparing }, $inc: { nextSeq: preparing.calls } },
        { returnDocument: 'after' },
      )
      .lean<ReplacedCampaign>()
      .exec();
    return begun ?? undefined;
  }

  /** Whether a campaign has numbers left for this many more contacts. */
  hasNumbers({ nextSeq }: Pick<CampaignDocument, 'nextSeq'>, contacts: number): boolean {
    return nextSeq + contacts <= MAX_SEQ;
  }

  /** Renews the lease; returns false if the replacement is closed. */
  async renew(campaignId: string, preparationId: string, replaceUntil: Date): Promise<boolean> {
    const result = await this.#model.updateOne(
      { _id: campaignId, 'preparing.preparationId': preparationId },
      { $set: { 'preparing.replaceUntil': replaceUntil } },
    );
    return result.matchedCount === 1;
  }

  /** Decides a replacement unless it is decided; to replace takes the new name. Returns the decision that counts. */
  async decide(campaign: ReplacedCampaign, decision: ReplacementDecision): Promise<Decided> {
    const { _id, preparing } = campaign;
    const current = { _id, 'preparing.preparationId': preparing.preparationId };
    const name = decision === 'replace' ? { liveName: preparing.next.name } : {};
    try {
      const { matchedCount } = await this.#model.updateOne(
        { ...current, 'preparing.decision': { $exists: false } },
        { $set: { 'preparing.decision': decision, ...name } },
      );
      if (matchedCount === 1) return decision;
    } catch (error) {
      if (isDuplicateKey(error)) return 'name taken';
      throw error;
    }
    const open = await this.#model.findOne(current).lean<ReplacedCampaign>().exec();
    return open?.preparing.decision ?? 'closed';
  }

  /** Gives a campaign what its replacement has, and closes it; returns false if it is closed. */
  async commit({ _id, nextSeq, preparing }: ReplacedCampaign, held: number): Promise<boolean> {
    const { preparationId, calls, leftOut = {}, next } = preparing;
    const missing = OPTIONAL.filter((field) => next[field] === undefined);
    const { matchedCount } = await this.#model.updateOne(
      {
        _id,
        'preparing.preparationId': preparationId,
        'preparing.decision': 'replace' satisfies ReplacementDecision,
      },
      {
        $set: {
          ...next,
          total: calls,
          leftOut,
          held,
          creditCost: held,
          unusedSeqs: [{ from: 1, to: nextSeq - calls - 1 }],
        },
        ...recordedReplacement(preparationId),
        $unset: { preparing: 1, ...Object.fromEntries(missing.map((field) => [field, 1])) },
      },
    );
    return matchedCount === 1;
  }

  /**
   * Closes a replacement whose contacts are removed. With `resweepAt`, a stale worker may still store some: its id is kept as
   * voided, and they are removed once more at that time.
   */
  async close(campaign: ReplacedCampaign, resweepAt?: Date): Promise<void> {
    const { _id, preparing } = campaign;
    const voided = resweepAt !== undefined && { $push: { voidedPreparations: preparing.preparationId } };
    await this.#model.updateOne(
      { _id, 'preparing.preparationId': preparing.preparationId },
      {
        $set: { ...unusedAfter(campaign), ...(resweepAt !== undefined && { resweepAt }) },
        ...voided,
        $unset: { preparing: 1 },
      },
    );
  }

  /** Prevents a replacement that has not begun from ever doing so; returns false if it has. */
  async cancel(campaignId: string, replacement: string): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(
      {
        _id: campaignId,
        replacements: { $ne: replacement },
        'preparing.preparationId': { $ne: replacement },
      },
      { $addToSet: { voidedPreparations: replacement } },
    );
    return matchedCount === 1;
  }

  /** Claims the replacements with an expired lease, each for one sweeper. */
  claimExpired(now: Date, replaceUntil: Date): Promise<ReplacedCampaign[]> {
    return claimExpired<ReplacedCampaign>(this.#model, 'replaceUntil', { now, until: replaceUntil });
  }
}
