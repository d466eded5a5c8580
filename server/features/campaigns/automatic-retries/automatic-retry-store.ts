import { claimNext } from '#server/platform/lib/mongodb/due-records.ts';
import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import type { Notice } from '#server/features/campaigns/stores/notice-model.ts';
import { nextRetryAt } from './automatic-retries.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

/** A campaign whose automatic retry is claimed. */
export type DueRetry = VisibleCampaign & { retryAt: Date };

type Claimed = Pick<DueRetry, '_id' | 'run' | 'retryAt'>;

/** The automatic retries that are due. `retryAt` names a claim. */
export class AutomaticRetryStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Claims the final campaign whose retry is due for longest; it is due again at `until`. */
  claim(now: Date, until: Date): Promise<DueRetry | undefined> {
    return claimNext<CampaignDocument>(this.#model, {
      field: 'retryAt',
      now,
      until,
      where: { status: { $in: ['Success', 'Failed'] }, preparing: { $exists: false } },
    }) as Promise<DueRetry | undefined>;
  }

  /** Counts the retry after a run, once; returns false if no more are wanted. */
  async count({ _id, run, retryAt }: Claimed): Promise<boolean> {
    const counted = await this.#model.updateOne(
      {
        _id,
        run,
        retryAt,
        'autoRetry.runs': { $ne: run },
        $expr: {
          $lt: [{ $size: { $ifNull: ['$autoRetry.runs', []] } }, { $ifNull: ['$autoRetry.times', 0] }],
        },
      },
      { $push: { 'autoRetry.runs': run } },
    );
    if (counted.matchedCount === 1) return true;
    return (await this.#model.exists({ _id, run, retryAt, 'autoRetry.runs': run })) !== null;
  }

  /** Ends a claimed retry that makes no calls. */
  async end({ _id, retryAt }: Claimed): Promise<void> {
    await this.#model.updateOne({ _id, retryAt }, { $unset: { retryAt: 1 } });
  }

  /** Ends a claimed retry that was refused and all later ones, and stores the mail about it, which the scan sends. */
  async refuse({ _id, retryAt }: Claimed, notice: Notice): Promise<void> {
    await this.#model.updateOne(
      { _id, retryAt },
      { $set: { autoRetry: null, notice }, $unset: { retryAt: 1 } },
    );
  }

  /**
   * Sets the automatic retries of a campaign, null for none; one that has finished makes its first `now` plus the days. The
   * update of a campaign that finishes meanwhile sees them.
   */
  async set(
    _id: string,
    autoRetry: NonNullable<CampaignDocument['autoRetry']> | null,
    now: Date,
  ): Promise<void> {
    const campaign = await this.#model
      .findOneAndUpdate({ _id }, { $set: { autoRetry }, $unset: { retryAt: 1 } }, { returnDocument: 'after' })
      .lean<CampaignDocument>();
    if (campaign !== null) await this.schedule(campaign, now);
  }

  /** Corrects when the next retry of a campaign begins, if it has finished by now. */
  async schedule({ _id, run, ...campaign }: CampaignDocument, now: Date): Promise<void> {
    const retryAt = nextRetryAt(campaign, now);
    await this.#model.updateOne(
      { _id, run, status: { $in: ['Success', 'Failed'] }, preparing: { $exists: false } },
      retryAt === undefined ? { $unset: { retryAt: 1 } } : { $set: { retryAt } },
    );
  }
}
