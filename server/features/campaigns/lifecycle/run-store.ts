import { isDeepStrictEqual } from 'node:util';
import { MAX_LATE_MS } from '#shared/campaign-lifecycle.ts';
import { DAY_MS } from '#shared/time-units.ts';
import type { ReasonCounts } from '#server/features/drops/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import { asSet, nextRetryAt } from '#server/features/campaigns/automatic-retries/automatic-retries.ts';
import { noticeOf } from '#server/features/campaigns/stores/notice-model.ts';
import type { CampaignStore } from '#server/features/campaigns/stores/campaign-store.ts';
import type { StatusStore } from '#server/features/campaigns/stores/status-store.ts';
import { callerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import { runnable, type RunnableCampaign } from './runnable-campaign.ts';

/** How long speech is kept for a retry of the calls that failed. */
const SPEECH_FOR_RETRY_MS = 30 * DAY_MS;
/**
 * How long speech is kept if no call can be retried: a call without a report may still be played by the carrier, and the
 * next campaign often has the same text.
 */
const SPEECH_KEPT_MS = 3 * DAY_MS;

interface RunStoreOptions {
  model: CampaignModel;
  campaigns: Pick<CampaignStore, 'find'>;
  statuses: Pick<StatusStore, 'transition'>;
  clock: Clock;
}

/** Campaign updates of the drop engine; each is idempotent. */
export class RunStore {
  readonly #model: CampaignModel;
  readonly #campaigns: RunStoreOptions['campaigns'];
  readonly #statuses: RunStoreOptions['statuses'];
  readonly #clock: Clock;

  constructor({ model, campaigns, statuses, clock }: RunStoreOptions) {
    this.#model = model;
    this.#campaigns = campaigns;
    this.#statuses = statuses;
    this.#clock = clock;
  }

  /** Returns a campaign; `undefined` if it is unknown, still being created or deleted. */
  async find(campaignId: string): Promise<RunnableCampaign | undefined> {
    return runnable(await this.#campaigns.find(campaignId));
  }

  /** Moves a campaign that is due, and not overdue by a day, from Scheduled to Sending; returns it. */
  async startOnTime(campaignId: string): Promise<RunnableCampaign | undefined> {
    const now = this.#clock.now();
    const oldest = new Date(now.getTime() - MAX_LATE_MS);
    const started = await this.#statuses.transition(campaignId, 'Sending', {
      from: ['Scheduled'],
      where: { dropDate: { $gte: oldest, $lte: now } },
      set: { startedAt: now },
    });
    return runnable(started);
  }

  /** Moves a campaign that is overdue by a day from Scheduled to Paused; returns whether it did. */
  async pauseOverdue(campaignId: string, statusReason: string): Promise<boolean> {
    const campaign = await this.#campaigns.find(campaignId);
    const now = this.#clock.now();
    if (campaign?.status !== 'Scheduled') return false;
    const { dropDate } = campaign;
    if (now.getTime() - dropDate.getTime() <= MAX_LATE_MS) return false;
    const paused = await this.#statuses.transition(campaignId, 'Paused', {
      from: ['Scheduled'],
      where: { dropDate },
      set: {
        statusReason,
        notice: noticeOf(campaign, 'paused', now, statusReason),
        // Only campaigns that have started are scanned, and nobody can resume a test call.
        ...(callerOf(campaign.userId).isTest && { startedAt: now }),
      },
    });
    return paused !== undefined;
  }

  /**
   * Stores the failed calls by reason of a final campaign, counted after its last settlement. Returns false if it has changed
   * since, or they do not add up.
   */
  async setOutcomes(
    { id, run, lastSettlement, failed }: Pick<RunnableCampaign, 'id' | 'run' | 'lastSettlement' | 'failed'>,
    { reasons, retryable }: { reasons: ReasonCounts; retryable: number },
  ): Promise<boolean> {
    const counted = Object.values(reasons).reduce((sum, { calls }) => sum + calls, 0);
    if (counted !== failed) return false;
    const { matchedCount } = await this.#model.updateOne(
      {
        _id: id,
        run,
        lastSettlement,
        failed,
        status: { $in: ['Success', 'Failed'] },
        preparing: { $exists: false },
      },
      { $set: { outcomes: reasons, retryable } },
    );
    return matchedCount === 1;
  }

  /** Moves a campaign from Sending to Paused; returns false if `runEpoch` is over. */
  async pause(campaignId: string, runEpoch: number, reason: string): Promise<boolean> {
    const campaign = await this.#campaigns.find(campaignId);
    if (campaign === undefined) return false;
    const notice = noticeOf(campaign, 'paused', this.#clock.now(), reason);
    const paused = await this.#statuses.transition(campaignId, 'Paused', {
      from: ['Sending'],
      where: { runEpoch },
      set: { statusReason: reason, notice },
    });
    return paused !== undefined;
  }

  /** Sets `quiet` on a campaign that is still paused in `runEpoch`; every transition clears it. */
  async markQuiet(campaignId: string, runEpoch: number): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, runEpoch, status: 'Paused' }, { $set: { quiet: true } });
  }

  /** Records that the carrier accepts no calls; returns since when, or `undefined` if `runEpoch` is over. */
  async recordCarrierDown(campaignId: string, runEpoch: number): Promise<Date | undefined> {
    const noted = await this.#model
      .findOneAndUpdate(
        { _id: campaignId, runEpoch, status: 'Sending' },
        { $min: { carrierDownSince: this.#clock.now() } },
        { returnDocument: 'after' },
      )
      .lean<CampaignDocument>()
      .exec();
    return noted?.carrierDownSince;
  }

  /**
   * Records when a campaign that may call nobody now makes its next calls, or with `undefined` that it makes some. An outage
   * of the carrier ends with the calls: nothing is tried meanwhile.
   */
  async setNextCalls(
    { id, runEpoch }: Pick<RunnableCampaign, 'id' | 'runEpoch'>,
    next: Omit<NonNullable<CampaignDocument['nextCalls']>, 'since'> | undefined,
  ): Promise<void> {
    const nextCalls = { ...next, since: this.#clock.now() };
    await this.#model.updateOne(
      { _id: id, runEpoch, status: 'Sending' },
      next === undefined
        ? { $unset: { nextCalls: 1 } }
        : { $set: { nextCalls }, $unset: { carrierDownSince: 1 } },
    );
  }

  async clearCarrierDown(campaignId: string): Promise<void> {
    await this.#model.updateOne({ _id: campaignId }, { $unset: { carrierDownSince: 1 } });
  }

  /**
   * Moves a campaign paused by its owner, or for any reason, to Sending if all its calls are settled; otherwise returns
   * `undefined`.
   */
  async resumeToFinish({
    id: campaignId,
    anyReason,
  }: Pick<RunnableCampaign, 'id'> & { anyReason: boolean }): Promise<RunnableCampaign | undefined> {
    const resumed = await this.#statuses.transition(campaignId, 'Sending', {
      from: ['Paused'],
      where: {
        ...(!anyReason && { statusReason: { $exists: false } }),
        $expr: { $eq: [{ $add: ['$delivered', '$failed'] }, '$total'] },
      },
    });
    return resumed && this.find(campaignId);
  }

  /** Moves a campaign from Sending to its final status; returns false if that was done before. */
  async finish(
    campaignId: string,
    { run, n }: { run: number; n: number },
    status: 'Success' | 'Failed',
  ): Promise<boolean> {
    const campaign = await this.#campaigns.find(campaignId);
    if (campaign === undefined) return false;
    const now = this.#clock.now();
    const speechUntil = new Date(
      now.getTime() + (campaign.retryable > 0 ? SPEECH_FOR_RETRY_MS : SPEECH_KEPT_MS),
    );
    const notice = noticeOf(campaign, 'finished', now);
    const retryAt = nextRetryAt(campaign, now);
    const finished = await this.#statuses.transition(campaignId, status, {
      where: { run, lastSettlement: n - 1, ...asSet(campaign.autoRetry) },
      set: {
        lastSettlement: n,
        held: 0,
        finishedAt: now,
        speechUntil,
        notice,
        ...(retryAt !== undefined && { retryAt }),
      },
      unset: ['progress'],
    });
    if (finished !== undefined) return true;
    // Its owner may have set its retries since it was read.
    const latest = await this.#campaigns.find(campaignId);
    if (latest === undefined || isDeepStrictEqual(asSet(latest.autoRetry), asSet(campaign.autoRetry)))
      return false;
    return this.finish(campaignId, { run, n }, status);
  }
}
