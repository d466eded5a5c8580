import type { mongo } from 'mongoose';
import { DAY_MS } from '#shared/time-units.ts';
import { fromNow, systemClock, type Clock } from '#server/platform/lib/clock.ts';
import { isDuplicateKey, isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import {
  CAMPAIGN_STATUSES,
  isActive,
  type CampaignStatus,
  type StoredStatus,
} from '#shared/campaign-lifecycle.ts';
import type { CampaignDocument, CampaignModel } from './campaign-model.ts';
import type { OtherFields } from './status-store.ts';
import { notYet, recordedReplacement } from '#server/features/campaigns/replacement/replacement-records.ts';
import type { WantedHalf } from '#server/features/campaigns/split/half-of-list.ts';
import { testOwnerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

/** Longer than any request lives that could still store a campaign under the id of a tombstone. */
const TOMBSTONE_MS = DAY_MS;

/** `conflict`: the campaign has started, got contacts meanwhile, or its status forbids the edit. */
type EditResult =
  { kind: 'edited'; campaign: CampaignDocument } | { kind: 'name taken' } | { kind: 'conflict' };

/** A campaign that was made from a saved list. */
interface ListUse {
  id: string;
  name: string;
  created_at: string;
}

/** A campaign of any status that calls one half of a test. */
export interface StoredHalf extends WantedHalf {
  id: string;
  name: string;
  status: StoredStatus;
}

const visible = { status: { $in: [...CAMPAIGN_STATUSES] } };

/** Stores and edits campaigns, and finds those of an id, a name, a voice or a saved list. */
export class CampaignStore {
  readonly #model: CampaignModel;
  readonly #clock: Clock;

  constructor(model: CampaignModel, clock: Clock = systemClock) {
    this.#model = model;
    this.#clock = clock;
  }

  /** Returns a user's campaign by id or name; an id takes precedence over an equal name. */
  async findOwned(userId: string, reference: string): Promise<VisibleCampaign | undefined> {
    // Two lookups of one document each: an `$or` of both would scan the user's campaigns.
    const [byId, byName] = await Promise.all(
      [{ _id: reference }, { liveName: reference }].map((one) =>
        this.#model
          .findOne({ ...one, userId, ...visible })
          .lean<VisibleCampaign>()
          .exec(),
      ),
    );
    return byId ?? byName ?? undefined;
  }

  /** Counts the campaigns a user created since a time, deleted ones included, up to `limit`. */
  countCreatedSince(userId: string, since: Date, limit: number): Promise<number> {
    return this.#model.countDocuments({ userId, createdAt: { $gt: since } }, { limit });
  }

  /** Returns a user's campaign that is being deleted. */
  async findDeleting(userId: string, _id: string): Promise<CampaignDocument | undefined> {
    const deleting = await this.#model
      .findOne({ _id, userId, status: 'Deleting' })
      .lean<CampaignDocument>()
      .exec();
    return deleting ?? undefined;
  }

  /** Returns the names of a user's campaigns and test calls by id; deleted ones are left out. */
  async namesOf(userId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const found = await this.#model
      .find(
        { _id: { $in: [...ids] }, userId: { $in: [userId, testOwnerOf(userId)] }, ...visible },
        { name: 1 },
      )
      .lean()
      .exec();
    return new Map(found.map(({ _id, name }) => [_id, name]));
  }

  /** Returns the name of a user's campaign that still has calls to make with a voice, or is given some by a retry. */
  async openCampaignWith(userId: string, voiceId: string): Promise<string | undefined> {
    // Preparations first: one that ends between the two queries is found by its status.
    const preparing = {
      userId,
      'preparing.leaseUntil': { $gt: new Date(0) },
      $or: [{ voiceId }, { 'preparing.next.voiceId': voiceId }],
    };
    const prepared = this.#model.findOne(preparing, { name: 1 }).hint({ 'preparing.leaseUntil': 1 });
    const found = await prepared.lean().exec();
    if (found !== null) return found.name;
    const statuses: StoredStatus[] = [...CAMPAIGN_STATUSES.filter(isActive), 'Preparing'];
    const open = { userId, voiceId, status: { $in: statuses } };
    return (await this.#model.findOne(open, { name: 1 }).lean().exec())?.name;
  }

  /** Returns how many campaigns of a user were made from each of these lists, from the index alone. */
  async countsOf(userId: string, listIds: readonly string[]): Promise<Map<string, number>> {
    if (listIds.length === 0) return new Map();
    const counts = await this.#model.aggregate<{ _id: string; campaigns: number }>([
      { $match: { userId, savedListId: { $in: [...listIds] } } },
      { $group: { _id: '$savedListId', campaigns: { $sum: 1 } } },
    ]);
    return new Map(counts.map(({ _id, campaigns }) => [_id, campaigns]));
  }

  /** Returns the latest campaigns that were made from a list. */
  async madeFrom(userId: string, savedListId: string, limit: number): Promise<ListUse[]> {
    const found = await this.#model
      .find({ userId, savedListId }, { name: 1, createdAt: 1 })
      .sort({ createdAt: -1 })
      .limit(limit)
      .lean<{ _id: string; name: string; createdAt: Date }[]>();
    return found.map(({ _id, name, createdAt }) => ({ id: _id, name, created_at: createdAt.toISOString() }));
  }

  /** Returns a user's campaigns of a test, also those that are being prepared or deleted. */
  async halvesOf(userId: string, test: string): Promise<StoredHalf[]> {
    const found = await this.#model
      .find({ userId, 'split.test': test }, { name: 1, status: 1, split: 1 })
      .lean()
      .exec();
    return found.flatMap(({ _id: id, name, status, split }) =>
      split ? [{ ...split, id, name, status }] : [],
    );
  }

  /** Returns a campaign of any user in any status. */
  async find(id: string): Promise<CampaignDocument | undefined> {
    return (await this.#model.findOne({ _id: id }).lean<CampaignDocument>().exec()) ?? undefined;
  }

  /** Stores a new campaign; returns false if the user already has one with its name or id. */
  async insert(campaign: CampaignDocument): Promise<boolean> {
    return isInserted(() => this.#model.create([campaign]));
  }

  /** Stores a tombstone under an id, so that no campaign can be; returns false if the id exists. The sweep removes it. */
  async insertTombstone(_id: string, deletedAt: Date): Promise<boolean> {
    const resweepAt = fromNow(this.#clock, TOMBSTONE_MS);
    const tombstone = {
      _id,
      status: 'Deleted',
      deletedAt,
      resweepAt,
    } as unknown as mongo.OptionalId<mongo.Document>;
    return isInserted(() => this.#model.collection.insertOne(tombstone));
  }

  /**
   * Changes a campaign that has not started and whose contacts are those of `nextSeq`; as the replacement of this id only
   * once, and unless that was cancelled.
   */
  async edit(
    { _id, nextSeq }: Pick<CampaignDocument, '_id' | 'nextSeq'>,
    from: readonly CampaignStatus[],
    set: OtherFields,
    expected: Partial<Pick<CampaignDocument, 'dropDate' | 'callingHours' | 'lastDay' | 'changedAt'>> = {},
    replacement?: string,
  ): Promise<EditResult> {
    const editable: Record<string, unknown> = {
      ...expected,
      ...(replacement !== undefined && notYet(replacement)),
      _id,
      nextSeq,
      status: { $in: [...from] },
      startedAt: { $exists: false },
      preparing: { $exists: false },
    };
    try {
      const campaign = await this.#model
        .findOneAndUpdate(
          editable,
          { $set: set, ...(replacement !== undefined && recordedReplacement(replacement)) },
          { returnDocument: 'after' },
        )
        .lean<CampaignDocument>()
        .exec();
      return campaign === null ? { kind: 'conflict' } : { kind: 'edited', campaign };
    } catch (error) {
      if (isDuplicateKey(error)) return { kind: 'name taken' };
      throw error;
    }
  }

  /**
   * Gives back the fields that an edit, and the replacement of this id, has changed. Returns false if the campaign was changed
   * again since, or its name was taken.
   */
  async undoEdit(
    edited: CampaignDocument,
    before: CampaignDocument,
    fields: readonly (keyof OtherFields)[],
    replacement?: string,
  ): Promise<boolean> {
    const { _id, changedAt, status } = edited;
    const unchanged: Record<string, unknown> = { _id, changedAt, status };
    const kept = fields.filter((field) => before[field] !== undefined);
    const added = fields.filter((field) => before[field] === undefined);
    try {
      const { matchedCount } = await this.#model.updateOne(unchanged, {
        $set: Object.fromEntries(kept.map((field) => [field, before[field]])),
        $unset: Object.fromEntries(added.map((field) => [field, 1])),
        ...(replacement !== undefined && { $pull: { replacements: replacement } }),
      });
      return matchedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
