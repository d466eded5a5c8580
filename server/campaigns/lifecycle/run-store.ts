import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { Clock } from '#server/lib/clock.ts';
import { newId } from '#server/lib/ids.ts';
import {
  UNSET_CONTENT,
  type CampaignDocument,
  type CampaignModel,
  type Notice,
} from '#server/campaigns/campaign-model.ts';
import type { CampaignStore } from '#server/campaigns/campaign-store.ts';

/** A campaign overdue by more than this is paused with a reason instead of being sent. */
const MAX_OVERDUE_MS = 24 * 3_600_000;
/** How long speech is kept for a retry of the calls that failed. */
const SPEECH_FOR_RETRY_MS = 30 * 24 * 3_600_000;
/**
 * How long speech is kept if no call can be retried: a call without a report may still be played by the carrier, and the
 * next campaign often has the same text.
 */
const SPEECH_KEPT_MS = 3 * 24 * 3_600_000;
export const OVERDUE_REASON = 'Its drop date passed more than a day ago while Hark was not running';

/** The counter increments of one settlement. */
interface SettledCounts {
  /** The run of the calls. */
  run: number;
  delivered: number;
  /** Negative for late successes of calls that were counted as failed, like `retryable`. */
  failed: number;
  /** Retryable calls among the failed; counted only while no later run has begun. */
  retryable: number;
  /** Credits deducted for the delivered calls. */
  deducted: number;
}

/** The fields of a campaign that the drop engine reads. */
export type RunnableCampaign = Pick<
  CampaignDocument,
  | 'userId'
  | 'streamId'
  | 'name'
  | 'run'
  | 'runEpoch'
  | 'statusReason'
  | 'carrierDownSince'
  | 'dropsPerMinute'
  | 'message'
  | 'voiceId'
  | 'providerVoiceId'
  | 'total'
  | 'delivered'
  | 'failed'
  | 'lastSettlement'
  | 'voidedPreparations'
> & { id: string; status: CampaignStatus | 'Deleting' };

interface RunStoreOptions {
  model: CampaignModel;
  campaigns: CampaignStore;
  clock: Clock;
  /** Time not shifted by the demo seed. */
  realTime: Clock;
}

/** Campaign updates of the drop engine; each is idempotent. */
export class RunStore {
  readonly #model: CampaignModel;
  readonly #campaigns: CampaignStore;
  readonly #clock: Clock;
  readonly #realTime: Clock;

  constructor({ model, campaigns, clock, realTime }: RunStoreOptions) {
    this.#model = model;
    this.#campaigns = campaigns;
    this.#clock = clock;
    this.#realTime = realTime;
  }

  /** Returns a campaign; `undefined` if it is unknown, still being created or deleted. */
  async find(campaignId: string): Promise<RunnableCampaign | undefined> {
    const campaign = await this.#campaigns.find(campaignId);
    if (campaign === undefined || campaign.status === 'Preparing' || campaign.status === 'Deleted')
      return undefined;
    const { _id: id, status, ...rest } = campaign;
    return { ...rest, id, status };
  }

  /** Moves a due campaign from Scheduled to Sending, or to Paused if overdue by a day; returns the new status. */
  async startDue(campaignId: string): Promise<'Sending' | 'Paused' | undefined> {
    const campaign = await this.#campaigns.find(campaignId);
    const now = this.#clock.now();
    if (campaign?.status !== 'Scheduled' || campaign.dropDate > now) return undefined;
    const { dropDate } = campaign;
    const overdue = now.getTime() - dropDate.getTime() > MAX_OVERDUE_MS;
    const started = await (overdue
      ? this.#campaigns.transition(campaignId, ['Scheduled'], 'Paused', {
          where: { dropDate },
          set: { statusReason: OVERDUE_REASON, notice: noticeOf(campaign, 'paused', now, OVERDUE_REASON) },
        })
      : this.#campaigns.transition(campaignId, ['Scheduled'], 'Sending', {
          where: { dropDate },
          set: { startedAt: now },
        }));
    if (started === undefined) return undefined;
    return overdue ? 'Paused' : 'Sending';
  }

  /**
   * Adds settlement `n` after `n - 1`; does nothing if it is already counted. Calls of an earlier run do not change
   * `retryable`, which the retry reset. The first delivered call turns a Failed campaign into a Success.
   */
  async countSettlement(
    campaignId: string,
    n: number,
    { run, delivered, failed, retryable, deducted }: SettledCounts,
  ): Promise<void> {
    const nowDelivered = { $add: ['$delivered', delivered] };
    const isSuccess = { $and: [{ $eq: ['$status', 'Failed'] }, { $gt: [nowDelivered, 0] }] };
    await this.#model.updateOne(
      { _id: campaignId, lastSettlement: n - 1 },
      [
        {
          $set: {
            lastSettlement: n,
            delivered: nowDelivered,
            failed: { $add: ['$failed', failed] },
            retryable: { $add: ['$retryable', { $cond: [{ $eq: ['$run', run] }, retryable, 0] }] },
            held: { $subtract: ['$held', deducted] },
            charged: { $add: ['$charged', deducted] },
            status: { $cond: [isSuccess, 'Success', '$status'] },
          },
        },
      ],
      { updatePipeline: true },
    );
  }

  /** Moves a campaign from Sending to Paused; returns false if `runEpoch` is over. */
  async pause(campaignId: string, runEpoch: number, reason: string): Promise<boolean> {
    const campaign = await this.#campaigns.find(campaignId);
    if (campaign === undefined) return false;
    const notice = noticeOf(campaign, 'paused', this.#clock.now(), reason);
    const paused = await this.#campaigns.transition(campaignId, ['Sending'], 'Paused', {
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
        { $min: { carrierDownSince: this.#realTime.now() } },
        { returnDocument: 'after' },
      )
      .lean<CampaignDocument>()
      .exec();
    return noted?.carrierDownSince;
  }

  async clearCarrierDown(campaignId: string): Promise<void> {
    await this.#model.updateOne({ _id: campaignId }, { $unset: { carrierDownSince: 1 } });
  }

  /** Moves a campaign paused by its owner to Sending if all its calls are settled; otherwise returns `undefined`. */
  async resumeToFinish(campaignId: string): Promise<RunnableCampaign | undefined> {
    const resumed = await this.#campaigns.transition(campaignId, ['Paused'], 'Sending', {
      where: {
        statusReason: { $exists: false },
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
    const finished = await this.#campaigns.transition(campaignId, ['Sending'], status, {
      where: { run, lastSettlement: n - 1 },
      set: { lastSettlement: n, held: 0, finishedAt: now, speechUntil, notice },
    });
    return finished !== undefined;
  }

  /** Turns a campaign that is being deleted into a tombstone. */
  async markDeleted(campaignId: string): Promise<void> {
    const deletedAt = this.#clock.now();
    await this.#model.updateOne(
      { _id: campaignId, status: 'Deleting' },
      { $set: { status: 'Deleted', held: 0, deletedAt }, ...UNSET_CONTENT },
    );
  }
}

/** Returns the mail notice for an event; it replaces an earlier notice that is not sent yet. */
function noticeOf(
  { delivered, total, charged, held }: CampaignDocument,
  kind: Notice['kind'],
  now: Date,
  reason?: string,
): Notice {
  const due = { since: now, dueAt: now, tries: 0 };
  return {
    id: newId(),
    kind,
    ...(reason !== undefined && { reason }),
    delivered,
    total,
    charged,
    rest: held,
    ...due,
  };
}
