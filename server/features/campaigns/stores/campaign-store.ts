import type { mongo } from 'mongoose';
import { DAY_MS } from '#shared/time-units.ts';
import { fromNow, systemClock, type Clock } from '#server/platform/lib/clock.ts';
import { isDuplicateKey, isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import {
  CAMPAIGN_STATUSES,
  isActive,
  type CampaignStatus,
  type StoredStatus,
} from '#shared/campaign-lifecycle.ts';
import { readKeysetPage } from '#server/platform/lib/mongodb/keyset-page.ts';
import { LIST_INDEX, LIST_ORDER } from './campaign-indexes.ts';
import type { CampaignDocument, CampaignModel } from './campaign-model.ts';
import type { OtherFields } from './status-store.ts';
import { testOwnerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

/** Longer than any request lives that could still store a campaign under the id of a tombstone. */
const TOMBSTONE_MS = DAY_MS;

/** A campaign without its message and counters. */
export type CampaignBrief = Pick<VisibleCampaign, '_id' | 'name' | 'status' | 'dropDate' | 'total'>;

/** Totals of a user's campaigns in one status. */
export interface StatusSums extends Pick<CampaignDocument, 'total' | 'delivered' | 'failed'> {
  _id: CampaignStatus;
  campaigns: number;
  /** Their earliest drop date. */
  firstDrop: Date;
}

/** `conflict`: the campaign has started, got contacts meanwhile, or its status forbids the edit. */
type EditResult =
  { kind: 'edited'; campaign: CampaignDocument } | { kind: 'name taken' } | { kind: 'conflict' };

const visible = { status: { $in: [...CAMPAIGN_STATUSES] } };
/** Visible campaigns always have a name; the condition allows the partial indexes on names. */
const listed = { ...visible, liveName: { $exists: true } };

/** Reads, stores and edits campaigns. */
export class CampaignStore {
  readonly #model: CampaignModel;
  readonly #realTime: Clock;

  constructor(model: CampaignModel, realTime: Clock = systemClock) {
    this.#model = model;
    this.#realTime = realTime;
  }

  /** Returns up to `limit` of a user's campaigns, latest drop date first, starting after the row `after`. */
  async page(
    userId: string,
    { after, limit }: { after?: LastRow | undefined; limit: number },
  ): Promise<VisibleCampaign[]> {
    const page = { sort: LIST_ORDER, after: after && ([after.at, after.key] as const), limit };
    return readKeysetPage(page, (where, rows) =>
      this.#inOrder({ ...where, userId, ...listed }, rows).lean<VisibleCampaign[]>(),
    );
  }

  /** Returns up to `limit` of a user's campaigns in brief, latest drop date first. */
  briefsOf(userId: string, limit: number): Promise<CampaignBrief[]> {
    return this.#inOrder({ userId, ...listed }, limit)
      .select({ name: 1, status: 1, dropDate: 1, total: 1 })
      .lean<CampaignBrief[]>()
      .exec();
  }

  /** Returns held credits by campaign id for up to `limit` campaigns of a user, largest hold first. */
  async heldOf(userId: string, limit: number): Promise<Map<string, number>> {
    const found = await this.#model
      .find({ userId, held: { $gt: 0 }, ...visible }, { held: 1 })
      .sort({ held: -1 })
      .limit(limit)
      .lean()
      .exec();
    return new Map(found.map(({ _id, held }) => [_id, held]));
  }

  /** Returns a user's campaigns and calls, summed by status, from the index alone. */
  sumsOf(userId: string): Promise<StatusSums[]> {
    return this.#model
      .aggregate<StatusSums>([
        { $match: { userId, ...visible } },
        {
          $group: {
            _id: '$status',
            campaigns: { $sum: 1 },
            firstDrop: { $min: '$dropDate' },
            ...{ total: { $sum: '$total' }, delivered: { $sum: '$delivered' }, failed: { $sum: '$failed' } },
          },
        },
      ])
      .exec();
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
    const preparing = { userId, voiceId, 'preparing.leaseUntil': { $gt: new Date(0) } };
    const prepared = this.#model.findOne(preparing, { name: 1 }).hint({ 'preparing.leaseUntil': 1 });
    const found = await prepared.lean().exec();
    if (found !== null) return found.name;
    const statuses: StoredStatus[] = [...CAMPAIGN_STATUSES.filter(isActive), 'Preparing'];
    const open = { userId, voiceId, status: { $in: statuses } };
    return (await this.#model.findOne(open, { name: 1 }).lean().exec())?.name;
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
    const resweepAt = fromNow(this.#realTime, TOMBSTONE_MS);
    const tombstone = {
      _id,
      status: 'Deleted',
      deletedAt,
      resweepAt,
    } as unknown as mongo.OptionalId<mongo.Document>;
    return isInserted(() => this.#model.collection.insertOne(tombstone));
  }

  /** Changes a campaign that has not started and whose contacts are those of `nextSeq`. */
  async edit(
    { _id, nextSeq }: Pick<CampaignDocument, '_id' | 'nextSeq'>,
    from: readonly CampaignStatus[],
    set: OtherFields,
    expected: Pick<CampaignDocument, 'callingHours'> = {},
  ): Promise<EditResult> {
    const editable: Record<string, unknown> = {
      ...expected,
      _id,
      nextSeq,
      status: { $in: [...from] },
      startedAt: { $exists: false },
      preparing: { $exists: false },
    };
    try {
      const campaign = await this.#model
        .findOneAndUpdate(editable, { $set: set }, { returnDocument: 'after' })
        .lean<CampaignDocument>()
        .exec();
      return campaign === null ? { kind: 'conflict' } : { kind: 'edited', campaign };
    } catch (error) {
      if (isDuplicateKey(error)) return { kind: 'name taken' };
      throw error;
    }
  }

  #inOrder(filter: Record<string, unknown>, limit: number) {
    return this.#model.find(filter).sort(LIST_ORDER).limit(limit).hint(LIST_INDEX);
  }
}
