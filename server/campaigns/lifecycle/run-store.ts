import type { QueryFilter } from 'mongoose';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { Clock } from '#server/lib/clock.ts';
import { newId } from '#server/lib/ids.ts';
import {
  FORGET_CONTENT,
  type CampaignDocument,
  type CampaignModel,
  type Notice,
} from '#server/campaigns/campaign-model.ts';
import type { CampaignStore } from '#server/campaigns/campaign-store.ts';
import type { ReservationStore } from './reservation-store.ts';

/** A campaign that is overdue by more than this is not sent by surprise: it is paused with the reason. */
const MAX_OVERDUE_MS = 24 * 3_600_000;
/** A final campaign that is sent again within this time, or another that says the same, need not be spoken anew. */
const SPEECH_KEPT_MS = 30 * 24 * 3_600_000;
export const OVERDUE_REASON = 'Its drop date passed more than a day ago while Hark was not running';

/** The campaigns with work for the engine. */
const OPEN: QueryFilter<CampaignDocument>[] = [
  { status: { $in: ['Sending', 'Deleting'] } },
  { status: 'Paused', quiet: null, startedAt: { $gt: new Date(0) } },
];

/** What one settlement adds to the counters. */
interface SettledCounts {
  run: number;
  delivered: number;
  failed: number;
  retryable: number;
  deducted: number;
}

/** A campaign as the drop engine sees it. */
export type RunView = Pick<
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
  reservations: ReservationStore;
  clock: Clock;
  /** The time that no seed shifts. */
  realTime: Clock;
}

/** The changes that running a campaign makes to it, for the drop engine; each is repeatable. */
export class RunStore {
  readonly #model: CampaignModel;
  readonly #campaigns: CampaignStore;
  readonly #clock: Clock;
  readonly #realTime: Clock;
  readonly #reservations: ReservationStore;

  constructor({ model, campaigns, reservations, clock, realTime }: RunStoreOptions) {
    this.#model = model;
    this.#campaigns = campaigns;
    this.#reservations = reservations;
    this.#clock = clock;
    this.#realTime = realTime;
  }

  /** `undefined` for what is unknown, in preparation for the first time, or gone. */
  async find(campaignId: string): Promise<RunView | undefined> {
    const campaign = await this.#campaigns.find(campaignId);
    if (campaign === undefined || campaign.status === 'Preparing' || campaign.status === 'Deleted')
      return undefined;
    const { _id: id, status, ...rest } = campaign;
    return { ...rest, id, status };
  }

  /** Scheduled to Sending where it is due; to Paused where it is overdue by a day. Answers where it went. */
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

  /** The scheduled campaigns that are due, without those that another process has reserved. */
  async listDue(limit: number): Promise<string[]> {
    const due = await this.#model
      .find(
        { status: 'Scheduled', dropDate: { $lte: this.#clock.now() }, ...(await this.#ofNoOther()) },
        { _id: 1 },
      )
      .sort({ dropDate: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return due.map(({ _id }) => _id);
  }

  /** Sending, Deleting, and Paused ones that have begun, are not marked as quiet, nor reserved by another process. */
  async listOpen(): Promise<string[]> {
    return this.#idsOf({ $or: OPEN, ...(await this.#ofNoOther()) });
  }

  /** Every campaign of the users that other processes have reserved. */
  async listReserved(): Promise<string[]> {
    const users = await this.#reservations.usersOfOthers();
    return users.length === 0 ? [] : this.#idsOf({ userId: { $in: users } });
  }

  /** The campaigns that changed within so many milliseconds, by the database's clock. */
  async listChangedWithin(ms: number): Promise<string[]> {
    const found = await this.#model
      .find({ $expr: { $gt: ['$changedAt', { $subtract: ['$$NOW', ms] }] } }, { _id: 1 })
      .lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  }

  /**
   * Adds settlement `n` after `n - 1`; where it is counted already, nothing happens. A retry has reset `retryable`, which
   * an earlier run's calls do not change any more. A campaign without a delivered call becomes a Success with its first.
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

  /** Sending to Paused with the reason, where the campaign is still in that run epoch; false where it is not. */
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

  /** Marks a campaign as quiet where it is still paused in that run epoch; every transition takes the mark away. */
  async markQuiet(campaignId: string, runEpoch: number): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, runEpoch, status: 'Paused' }, { $set: { quiet: true } });
  }

  /** Notes that the carrier takes no call; answers since when, or `undefined` where the run epoch is over. */
  async noteCarrierDown(campaignId: string, runEpoch: number): Promise<Date | undefined> {
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

  async noteCarrierUp(campaignId: string): Promise<void> {
    await this.#model.updateOne({ _id: campaignId }, { $unset: { carrierDownSince: 1 } });
  }

  /** Paused by its owner to Sending, for a campaign of which every call is settled; `undefined` for any other. */
  async resumeToFinish(campaignId: string): Promise<RunView | undefined> {
    const resumed = await this.#campaigns.transition(campaignId, ['Paused'], 'Sending', {
      where: {
        statusReason: { $exists: false },
        $expr: { $eq: [{ $add: ['$delivered', '$failed'] }, '$total'] },
      },
    });
    return resumed && this.find(campaignId);
  }

  /** Sending to Success or Failed; false where that has been done. The counters no longer move then. */
  async finish(
    campaignId: string,
    { run, n }: { run: number; n: number },
    status: 'Success' | 'Failed',
  ): Promise<boolean> {
    const campaign = await this.#campaigns.find(campaignId);
    if (campaign === undefined) return false;
    const now = this.#clock.now();
    const speechUntil = new Date(now.getTime() + SPEECH_KEPT_MS);
    const notice = noticeOf(campaign, 'finished', now);
    const finished = await this.#campaigns.transition(campaignId, ['Sending'], status, {
      where: { run, lastSettlement: n - 1 },
      set: { lastSettlement: n, held: 0, finishedAt: now, speechUntil, notice },
    });
    return finished !== undefined;
  }

  /** Final campaigns whose speech is to be erased by now, the longest due first. */
  async listSpeechDue(limit: number): Promise<{ id: string; speechUntil: Date }[]> {
    const due = await this.#model
      .find({ speechUntil: { $lte: this.#clock.now() } }, { speechUntil: 1 })
      .sort({ speechUntil: 1 })
      .limit(limit)
      .lean<{ _id: string; speechUntil: Date }[]>();
    return due.map(({ _id, speechUntil }) => ({ id: _id, speechUntil }));
  }

  /** Notes that the speech due at `speechUntil` is erased; nothing where the campaign has been sent again since. */
  async speechErased(campaignId: string, speechUntil: Date): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, speechUntil }, { $unset: { speechUntil: 1 } });
  }

  /** Leaves a tombstone of a campaign that was being deleted. */
  async bury(campaignId: string): Promise<void> {
    const deletedAt = this.#clock.now();
    await this.#model.updateOne(
      { _id: campaignId, status: 'Deleting' },
      { $set: { status: 'Deleted', held: 0, deletedAt }, ...FORGET_CONTENT },
    );
  }

  async #ofNoOther(): Promise<{ userId?: { $nin: string[] } }> {
    const users = await this.#reservations.usersOfOthers();
    return users.length === 0 ? {} : { userId: { $nin: users } };
  }

  async #idsOf(filter: QueryFilter<CampaignDocument>): Promise<string[]> {
    const found = await this.#model.find(filter, { _id: 1 }).lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  }
}

/** What a campaign's owner is to be told of this moment. A newer one takes the place of one that is not sent yet. */
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
