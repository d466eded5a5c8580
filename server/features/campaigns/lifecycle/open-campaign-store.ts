import type { QueryFilter } from 'mongoose';
import { utcDay } from '#shared/drop-schedule.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import type { ReservationStore } from './reservation-store.ts';

/** Selects campaigns with work for the engine. Calls of a paused one whose last day is over are released. */
function openCampaigns(now: Date): QueryFilter<CampaignDocument>[] {
  return [
    { status: { $in: ['Sending', 'Deleting'] } },
    { status: 'Paused', quiet: null, startedAt: { $gt: new Date(0) } },
    { status: 'Paused', lastDay: { $gt: '', $lt: utcDay(now) } },
  ];
}

/** Finds the campaigns that the drop engine has to work on, of all users. */
export class OpenCampaignStore {
  readonly #model: CampaignModel;
  readonly #reservations: ReservationStore;
  readonly #clock: Clock;

  constructor(model: CampaignModel, reservations: ReservationStore, clock: Clock) {
    this.#model = model;
    this.#reservations = reservations;
    this.#clock = clock;
  }

  /**
   * Yields ids of all due Scheduled campaigns, except those reserved by another process, longest due first: those of blocked
   * accounts stay due. They may change meanwhile.
   */
  async *streamDue(): AsyncGenerator<string> {
    const due = this.#model
      .find(
        {
          status: 'Scheduled',
          dropDate: { $lte: this.#clock.now() },
          ...(await this.#reservations.notOfOthers()),
        },
        { _id: 1 },
      )
      .sort({ dropDate: 1 })
      .lean<{ _id: string }[]>()
      .cursor();
    for await (const { _id } of due) yield _id;
  }

  /** Returns ids of campaigns with work for the engine, except those reserved by another process. */
  async listOpen(): Promise<string[]> {
    return this.#idsOf({
      $or: openCampaigns(this.#clock.now()),
      ...(await this.#reservations.notOfOthers()),
    });
  }

  /** Returns ids of all campaigns reserved by other processes. */
  async listReserved(): Promise<string[]> {
    const users = await this.#reservations.usersOfOthers();
    return users.length === 0 ? [] : this.#idsOf({ userId: { $in: users } });
  }

  /** Returns ids of campaigns that changed in the last `ms` milliseconds, by the database's clock. */
  async listChangedWithin(ms: number): Promise<string[]> {
    const found = await this.#model
      .find({ $expr: { $gt: ['$changedAt', { $subtract: ['$$NOW', ms] }] } }, { _id: 1 })
      .lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  }

  /** Returns final campaigns whose speech is due to be erased, longest due first, with the run epoch that ended then. */
  async listSpeechDue(limit: number): Promise<{ id: string; runEpoch: number; speechUntil: Date }[]> {
    const due = await this.#model
      .find({ speechUntil: { $lte: this.#clock.now() } }, { runEpoch: 1, speechUntil: 1 })
      .sort({ speechUntil: 1 })
      .limit(limit)
      .lean<{ _id: string; runEpoch: number; speechUntil: Date }[]>();
    return due.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
  }

  /**
   * Returns those of the campaigns that are there, with their run epoch. `isNeeded` is false for a final one whose speech was
   * erased: it needs none of this run epoch any more.
   */
  async listSpeechNeeds(
    ids: readonly string[],
  ): Promise<{ id: string; runEpoch: number; isNeeded: boolean }[]> {
    const found = await this.#model
      .find(
        { _id: { $in: [...ids] }, status: { $ne: 'Deleted' } },
        { status: 1, runEpoch: 1, speechUntil: 1 },
      )
      .lean<Pick<CampaignDocument, '_id' | 'status' | 'runEpoch' | 'speechUntil'>[]>();
    return found.map(({ _id, status, runEpoch, speechUntil }) => {
      const isFinal = status === 'Success' || status === 'Failed';
      return { id: _id, runEpoch, isNeeded: !isFinal || speechUntil !== undefined };
    });
  }

  /** Clears the due date after speech was erased; does nothing if the campaign was sent again since. */
  async clearSpeechDue(campaignId: string, speechUntil: Date): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, speechUntil }, { $unset: { speechUntil: 1 } });
  }

  async #idsOf(filter: QueryFilter<CampaignDocument>): Promise<string[]> {
    const found = await this.#model.find(filter, { _id: 1 }).lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  }
}
