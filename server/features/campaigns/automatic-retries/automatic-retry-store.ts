import { DAY_MS } from '#shared/time-units.ts';
import { claimNext } from '#server/platform/lib/mongodb/due-records.ts';
import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import type { Notice } from '#server/features/campaigns/stores/notice-model.ts';
import { asSet, nextRetryAt } from './automatic-retries.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

/** A campaign whose automatic retry is claimed. */
export type DueRetry = VisibleCampaign & { retryAt: Date };

type Claimed = Pick<DueRetry, '_id' | 'run' | 'retryAt'>;

/** Campaigns that have finished. */
const FINAL = { status: { $in: ['Success', 'Failed'] as const }, preparing: { $exists: false } };

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
      where: {
        ...FINAL,
        // A process of the version before leaves the time of an earlier run.
        $expr: {
          $lte: [
            '$finishedAt',
            { $subtract: [now, { $multiply: [{ $ifNull: ['$autoRetry.afterDays', 0] }, DAY_MS] }] },
          ],
        },
      },
    }) as Promise<DueRetry | undefined>;
  }

  /** Returns a final campaign whose retry was due before a time; `refuse` ends it unless it has been claimed since. */
  async late(before: Date): Promise<DueRetry | undefined> {
    const late = { ...FINAL, retryAt: { $lt: before } };
    return (await this.#model.findOne(late).sort({ retryAt: 1 }).lean<DueRetry>()) ?? undefined;
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
  async refuse({ _id, run, retryAt }: Claimed, notice: Notice): Promise<void> {
    await this.#model.updateOne(
      { _id, run, retryAt, preparing: { $exists: false } },
      { $set: { autoRetry: null, notice }, $unset: { retryAt: 1 } },
    );
  }

  /**
   * Sets how often and when a campaign calls again, null for never; those that it has made count. One that has finished makes its
   * next one so many days after `now`. The same settings change nothing.
   */
  async set(
    _id: string,
    wanted: NonNullable<CampaignDocument['autoRetry']> | null,
    now: Date,
  ): Promise<void> {
    if (wanted !== null && (await this.#model.exists({ _id, ...asSet(wanted) })) !== null) return;
    const runs = { $ifNull: ['$autoRetry.runs', []] };
    const autoRetry = wanted && { afterDays: wanted.afterDays, times: wanted.times, runs };
    const campaign = await this.#model
      .findOneAndUpdate(
        { _id },
        [{ $set: { autoRetry: autoRetry ?? { $literal: null } } }, { $unset: 'retryAt' }],
        { updatePipeline: true, returnDocument: 'after' },
      )
      .lean<CampaignDocument>();
    const retryAt = campaign === null ? undefined : nextRetryAt(campaign, now);
    if (campaign === null || retryAt === undefined) return;
    const same: Record<string, unknown> = {
      ...asSet(campaign.autoRetry),
      _id,
      run: campaign.run,
      ...FINAL,
    };
    // Nothing where another setting or run has come between.
    await this.#model.updateOne(same, { $set: { retryAt } });
  }

  /** Puts a claimed retry off. */
  async postpone({ _id, retryAt }: Claimed, until: Date): Promise<void> {
    await this.#model.updateOne({ _id, retryAt }, { $set: { retryAt: until } });
  }
}
