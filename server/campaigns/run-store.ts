import type { QueryFilter } from 'mongoose';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { Clock } from '#server/clock.ts';
import type { CampaignDocument, CampaignModel } from './campaign-model.ts';
import type { CampaignStore } from './campaign-store.ts';

/** A campaign that is overdue by more than this is not sent by surprise: it is paused with the reason. */
const MAX_OVERDUE_MS = 24 * 3_600_000;
export const OVERDUE_REASON = 'Its drop date passed more than a day ago while Hark was not running';

/** The campaigns with work for the engine. */
const OPEN: QueryFilter<CampaignDocument>[] = [
  { status: { $in: ['Sending', 'Deleting'] } },
  { status: 'Paused', startedAt: { $exists: true } },
];

/** What one settlement adds to the counters. */
interface SettledCounts {
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
  | 'message'
  | 'providerVoiceId'
  | 'total'
  | 'delivered'
  | 'failed'
  | 'lastSettlement'
  | 'voidedSteps'
> & { id: string; status: CampaignStatus | 'Deleting' };

/** The changes that running a campaign makes to it, for the drop engine; each is repeatable. */
export class RunStore {
  readonly #model: CampaignModel;
  readonly #campaigns: CampaignStore;
  readonly #clock: Clock;

  constructor(model: CampaignModel, campaigns: CampaignStore, clock: Clock) {
    this.#model = model;
    this.#campaigns = campaigns;
    this.#clock = clock;
  }

  /** `undefined` for what is unknown, in preparation for the first time, or gone. */
  async find(campaignId: string): Promise<RunView | undefined> {
    const campaign = await this.#campaigns.find(campaignId);
    if (campaign === undefined || campaign.status === 'Preparing' || campaign.status === 'Deleted')
      return undefined;
    const { _id: id, status, ...rest } = campaign;
    return { ...rest, id, status };
  }

  /** Scheduled to Sending where it is due; to Paused where it is overdue by a day. */
  async startDue(campaignId: string): Promise<void> {
    const now = this.#clock.now();
    const tooOld = new Date(now.getTime() - MAX_OVERDUE_MS);
    await this.#campaigns.transition(campaignId, ['Scheduled'], 'Paused', {
      where: { dropDate: { $lt: tooOld } },
      set: { statusReason: OVERDUE_REASON },
    });
    await this.#campaigns.transition(campaignId, ['Scheduled'], 'Sending', {
      where: { dropDate: { $lte: now } },
      set: { startedAt: now },
    });
  }

  async listDue(limit: number): Promise<string[]> {
    const due = await this.#model
      .find({ status: 'Scheduled', dropDate: { $lte: this.#clock.now() } }, { _id: 1 })
      .sort({ dropDate: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return due.map(({ _id }) => _id);
  }

  /** Sending, Deleting, and Paused ones that have begun. */
  listOpen(): Promise<string[]> {
    return this.#idsOf(OPEN);
  }

  /** Those, and the ones that finished after `since`. */
  listRecent(since: Date): Promise<string[]> {
    return this.#idsOf([...OPEN, { finishedAt: { $gt: since } }]);
  }

  /** Adds settlement `n` after `n - 1`; where it is counted already, nothing happens. */
  async countSettlement(
    campaignId: string,
    n: number,
    { delivered, failed, retryable, deducted }: SettledCounts,
  ): Promise<void> {
    await this.#model.updateOne(
      { _id: campaignId, lastSettlement: n - 1 },
      { $set: { lastSettlement: n }, $inc: { delivered, failed, retryable, held: -deducted } },
    );
  }

  async finish(campaignId: string, run: number, status: 'Success' | 'Failed'): Promise<void> {
    await this.#campaigns.transition(campaignId, ['Sending'], status, {
      where: { run },
      set: { held: 0, finishedAt: this.#clock.now() },
    });
  }

  /** Leaves a tombstone of a campaign that was being deleted. */
  async bury(campaignId: string): Promise<void> {
    const deletedAt = this.#clock.now();
    await this.#model.updateOne(
      { _id: campaignId, status: 'Deleting' },
      { $set: { status: 'Deleted', held: 0, deletedAt } },
    );
  }

  async #idsOf(kinds: QueryFilter<CampaignDocument>[]): Promise<string[]> {
    const found = await this.#model.find({ $or: kinds }, { _id: 1 }).lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  }
}
