import type { CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';

/** How long the counts of a second are kept: the minute that is shown, and a little more for clocks that differ. */
const KEPT_MS = 65_000;

/** Calls that became final, by result. */
export interface FinalCalls {
  delivered: number;
  failed: number;
}

/**
 * Counts calls of campaigns before they are settled, for display only. A lost count stays lost: the settled counters are
 * what is true.
 */
export class ProgressStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Adds calls of a run that became final, unless the run is over. Not repeatable. */
  async add(campaignId: string, run: number, calls: FinalCalls): Promise<void> {
    await this.#model.updateOne(
      { _id: campaignId, run, status: { $in: ['Sending', 'Paused'] } },
      [
        {
          $set: {
            progress: {
              delivered: { $add: [{ $ifNull: ['$progress.delivered', 0] }, calls.delivered] },
              failed: { $add: [{ $ifNull: ['$progress.failed', 0] }, calls.failed] },
              seconds: { $concatArrays: [secondsWhere(EARLIER), [thisSecond(calls)]] },
            },
          },
        },
      ],
      // Not journaled: a count may be lost, and reports should not wait for it.
      { updatePipeline: true, writeConcern: { w: 1, journal: false } },
    );
  }
}

/** The current second by the database's clock, which all processes share. */
const SECOND = { $dateTrunc: { date: '$$NOW', unit: 'second' } };
const EARLIER = {
  $and: [{ $lt: ['$$one.at', SECOND] }, { $gt: ['$$one.at', { $subtract: [SECOND, KEPT_MS] }] }],
};
const CURRENT = { $eq: ['$$one.at', SECOND] };

function secondsWhere(cond: object) {
  return { $filter: { input: { $ifNull: ['$progress.seconds', []] }, as: 'one', cond } };
}

/** Adds the calls to those of other processes in the same second, so that the list does not grow with processes. */
function thisSecond({ delivered, failed }: FinalCalls) {
  const counted = (field: keyof FinalCalls) => ({
    $sum: { $map: { input: secondsWhere(CURRENT), as: 'one', in: `$$one.${field}` } },
  });
  return {
    at: SECOND,
    delivered: { $add: [counted('delivered'), delivered] },
    failed: { $add: [counted('failed'), failed] },
  };
}
