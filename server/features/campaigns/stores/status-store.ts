import {
  statusesBefore,
  type StatusAfter,
  type StatusBefore,
  type StoredStatus,
} from '#shared/campaign-lifecycle.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { systemClock, type Clock } from '#server/platform/lib/clock.ts';
import { countedFields, type SettledCounts } from '#server/features/campaigns/lifecycle/settled-counts.ts';
import {
  recordedChange,
  type StatusChange,
} from '#server/features/campaigns/lifecycle/status-change-model.ts';
import {
  countedBy,
  type PreparationOutcome,
} from '#server/features/campaigns/preparation/preparation-outcome.ts';
import {
  unusedAfter,
  type PreparedCampaign,
} from '#server/features/campaigns/preparation/preparation-store.ts';
import { UNSET_CONTENT, type CampaignDocument, type CampaignModel } from './campaign-model.ts';

/** The fields that an update may set beside the status, which only `StatusStore` sets. */
export type OtherFields = Partial<Omit<CampaignDocument, '_id' | 'status' | 'statusChanges'>> & {
  [Own in '_id' | 'status' | 'statusChanges']?: never;
};

/** Conditions of a step, and what else it changes. */
export interface Step<To extends StoredStatus> {
  /** The statuses to change; by default all from which the table allows it. */
  from?: readonly StatusBefore<To, 'step'>[];
  set?: OtherFields;
  unset?: readonly (keyof OtherFields)[];
  /** The id of the recorded change; a step that is recorded under it is not made again. */
  change?: string;
  /** Additional conditions on the campaign. */
  where?: Record<string, unknown>;
}

type Owned = Pick<CampaignDocument, '_id' | 'userId'>;

/** Part of every change to Sending: starts a run epoch and clears earlier failures. */
const NEW_RUN_EPOCH = {
  $inc: { runEpoch: 1 },
  $unset: { statusReason: 1, carrierDownSince: 1, speechUntil: 1, retryAt: 1 },
} as const;

/**
 * The one writer of a campaign's status. Each method is one compare-and-set update by the table in
 * `shared/campaign-lifecycle.ts`, which records the change; the process that made the change announces it, once.
 */
export class StatusStore {
  readonly #model: CampaignModel;
  readonly #clock: Clock;
  readonly #onChanged: (campaign: Owned) => void;

  /** `onChanged` is called after each change of status. */
  constructor(
    model: CampaignModel,
    {
      clock = systemClock,
      onChanged = () => undefined,
    }: { clock?: Clock; onChanged?: ((campaign: Owned) => void) | undefined } = {},
  ) {
    this.#model = model;
    this.#clock = clock;
    this.#onChanged = onChanged;
  }

  /**
   * Moves a campaign to `to`, unless a preparation is in progress. Sending starts a run epoch. Returns the updated campaign;
   * `undefined` if its status or the conditions did not allow it.
   */
  async transition<To extends StatusAfter<'step'>>(
    _id: string,
    to: To,
    { from, set = {}, unset = [], change, where = {} }: Step<To> = {},
  ): Promise<CampaignDocument | undefined> {
    const allowed = statusesBefore(to, 'step').filter((status) => from?.includes(status) ?? true);
    const changed = await this.#model
      .findOneAndUpdate(
        {
          ...where,
          ...(change !== undefined && { 'statusChanges.id': { $ne: change } }),
          _id,
          status: { $in: allowed },
          preparing: { $exists: false },
        },
        {
          $set: { ...set, status: to },
          ...(to === 'Sending' && { $inc: NEW_RUN_EPOCH.$inc }),
          ...recordedChange(to, this.#clock.now(), set.statusReason, change),
          $unset: {
            quiet: 1,
            nextCalls: 1,
            ...Object.fromEntries(unset.map((field) => [field, 1])),
            ...(to === 'Sending' && NEW_RUN_EPOCH.$unset),
          },
        },
        { returnDocument: 'after' },
      )
      .lean<CampaignDocument>()
      .exec();
    if (changed !== null) this.#onChanged(changed);
    return changed ?? undefined;
  }

  /** Closes a preparation whose credits are held; does nothing if it is already closed. */
  async commitPreparation(
    {
      _id,
      userId,
      preparing: { preparationId },
    }: Owned & { preparing: Pick<PreparedCampaign['preparing'], 'preparationId'> },
    outcome: PreparationOutcome,
  ): Promise<void> {
    const { to } = outcome;
    const begins = to === 'Sending';
    const reason = outcome.set.statusReason;
    const { matchedCount } = await this.#model.updateOne(
      { _id, 'preparing.preparationId': preparationId },
      {
        $set: { ...outcome.set, ...(to !== undefined && { status: to }) },
        $inc: { ...countedBy(outcome), ...(begins && NEW_RUN_EPOCH.$inc) },
        ...(to !== undefined && recordedChange(to, this.#clock.now(), reason)),
        $unset: { preparing: 1, ...(begins && { ...NEW_RUN_EPOCH.$unset, progress: 1 }) },
      },
    );
    if (to !== undefined && matchedCount === 1) this.#onChanged({ _id, userId });
  }

  /**
   * Closes a preparation that the sweeper has undone; of one that created its campaign, a tombstone is left. A stale worker
   * may still write, so its id is kept as voided and its contacts are removed once more at `resweepAt`.
   */
  async voidPreparation(campaign: PreparedCampaign, now: Date, resweepAt: Date): Promise<void> {
    const { _id, preparing } = campaign;
    const isNew = preparing.kind === 'create';
    const gone = { status: 'Deleted' satisfies StatusAfter<'preparation'>, deletedAt: now } as const;
    const { matchedCount } = await this.#model.updateOne(
      { _id, 'preparing.preparationId': preparing.preparationId },
      {
        $set: { resweepAt, ...unusedAfter(campaign), ...(isNew && gone) },
        $push: { voidedPreparations: preparing.preparationId },
        $unset: { preparing: 1, ...(isNew && { liveName: 1, split: 1, ...UNSET_CONTENT.$unset }) },
      },
    );
    if (isNew && matchedCount === 1) this.#onChanged(campaign);
  }

  /**
   * Adds settlement `n` after `n - 1`; does nothing if it is already counted. The first delivered call turns a Failed campaign
   * into a Success. Older versions left a mark for settlements that take calls out of their days: no more of them.
   */
  async countSettlement(_id: string, n: number, counts: SettledCounts): Promise<void> {
    const success: StatusChange = { id: newId(), status: 'Success', at: this.#clock.now() };
    const counted = await this.#model
      .findOneAndUpdate(
        { _id, lastSettlement: n - 1 },
        [{ $set: { lastSettlement: n, ...countedFields(counts, success) } }, { $unset: 'takingBack' }],
        { updatePipeline: true, returnDocument: 'after' },
      )
      .select({ userId: 1, statusChanges: { $slice: -1 } })
      .lean<Owned & Pick<CampaignDocument, 'statusChanges'>>()
      .exec();
    if (counted?.statusChanges?.at(-1)?.id === success.id) this.#onChanged(counted);
  }

  /** Turns a campaign that is being deleted into a tombstone. */
  async markDeleted({ id: _id, userId }: { id: string; userId: string }, deletedAt: Date): Promise<void> {
    const { matchedCount } = await this.#model.updateOne(
      { _id, status: { $in: statusesBefore('Deleted', 'erasure') } },
      { $set: { status: 'Deleted', held: 0, deletedAt }, ...UNSET_CONTENT },
    );
    if (matchedCount === 1) this.#onChanged({ _id, userId });
  }
}
