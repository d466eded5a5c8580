import { mongo } from 'mongoose';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import {
  CAMPAIGN_STATUSES,
  isActive,
  type CampaignStatus,
  type StatusBefore,
} from '#shared/campaign-lifecycle.ts';
import type { CampaignDocument, CampaignModel, StoredStatus } from './campaign-model.ts';
import type { VisibleCampaign } from './present-campaign.ts';

/** What is told of a campaign where its message and figures do not matter. */
export type CampaignBrief = Pick<VisibleCampaign, '_id' | 'name' | 'status' | 'dropDate' | 'total'>;

/** The campaigns of one status together. */
export interface StatusSums extends Pick<CampaignDocument, 'total' | 'delivered' | 'failed'> {
  _id: CampaignStatus;
  campaigns: number;
  /** The earliest of their drop dates. */
  firstDrop: Date;
}

type Changes = Partial<Omit<CampaignDocument, '_id'>>;

/** The fields that a change of status may bring along. */
export interface TransitionChanges {
  set?: Changes;
  unset?: readonly (keyof Changes)[];
  /** More that must hold for the change to happen. */
  where?: Record<string, unknown>;
}

/** What every way into Sending brings along: what went wrong before is over. */
export const NEW_RUN = {
  $inc: { runEpoch: 1 },
  $unset: { statusReason: 1, carrierDownSince: 1, speechUntil: 1 },
} as const;

const visible = { status: { $in: [...CAMPAIGN_STATUSES] } };
/** What is visible has a name; asking for it lets the indexes of named campaigns be used. */
const listed = { ...visible, liveName: { $exists: true } };

const LIST_ORDER = { dropDate: -1, _id: 1 } as const;
const LIST_INDEX = { userId: 1, ...LIST_ORDER } as const;

/** Reads campaigns and changes them by compare-and-set: no change overwrites what it did not expect. */
export class CampaignStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** At most `limit` of a user's campaigns, the latest drop date first: those after a row, or the first ones. */
  async page(
    userId: string,
    { after, limit }: { after?: LastRow | undefined; limit: number },
  ): Promise<VisibleCampaign[]> {
    // Two ranges of the index; as one `$or` they are answered by a sort of all that follows.
    const ranges =
      after === undefined
        ? [{}]
        : [{ dropDate: after.at, _id: { $gt: after.key } }, { dropDate: { $lt: after.at } }];
    const found: VisibleCampaign[] = [];
    for (const range of ranges) {
      if (found.length === limit) break;
      const part = this.#inOrder({ ...range, userId, ...listed }, limit - found.length);
      found.push(...(await part.lean<VisibleCampaign[]>().exec()));
    }
    return found;
  }

  /** At most `limit` of a user's campaigns in brief, the latest drop date first. */
  briefsOf(userId: string, limit: number): Promise<CampaignBrief[]> {
    return this.#inOrder({ userId, ...listed }, limit)
      .select({ name: 1, status: 1, dropDate: 1, total: 1 })
      .lean<CampaignBrief[]>()
      .exec();
  }

  /** Credits on hold by campaign id: at most `limit` campaigns of a user, the most credits first. */
  async heldOf(userId: string, limit: number): Promise<Map<string, number>> {
    const found = await this.#model
      .find({ userId, held: { $gt: 0 }, ...visible }, { held: 1 })
      .sort({ held: -1 })
      .limit(limit)
      .lean()
      .exec();
    return new Map(found.map(({ _id, held }) => [_id, held]));
  }

  /** A user's campaigns and their calls added up by status; the index alone is read. */
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

  /** One of a user's campaigns; where an id and a name are alike, the id counts. */
  async findOwned(userId: string, reference: string): Promise<VisibleCampaign | undefined> {
    // Two lookups of one document each: an `$or` of both is answered by a scan of the user's campaigns.
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

  /** How many campaigns the user has created since a time, whatever became of them. Counting ends at `limit`. */
  countCreatedSince(userId: string, since: Date, limit: number): Promise<number> {
    return this.#model.countDocuments({ userId, createdAt: { $gt: since } }, { limit });
  }

  /** A user's campaign that is being deleted. */
  async findDeleting(userId: string, _id: string): Promise<CampaignDocument | undefined> {
    const deleting = await this.#model
      .findOne({ _id, userId, status: 'Deleting' })
      .lean<CampaignDocument>()
      .exec();
    return deleting ?? undefined;
  }

  /** The names of some of a user's campaigns by id; those that are gone have none. */
  async namesOf(userId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const found = await this.#model
      .find({ _id: { $in: [...ids] }, userId, ...visible }, { name: 1 })
      .lean()
      .exec();
    return new Map(found.map(({ _id, name }) => [_id, name]));
  }

  /** The name of a user's campaign that still has calls to make with a voice, if there is one. */
  async openCampaignWith(userId: string, voiceId: string): Promise<string | undefined> {
    const statuses: StoredStatus[] = [...CAMPAIGN_STATUSES.filter(isActive), 'Preparing'];
    const open = { userId, voiceId, status: { $in: statuses } };
    return (await this.#model.findOne(open, { name: 1 }).lean().exec())?.name;
  }

  /** Any campaign, whoever owns it and whatever its status. */
  async find(id: string): Promise<CampaignDocument | undefined> {
    return (await this.#model.findOne({ _id: id }).lean<CampaignDocument>().exec()) ?? undefined;
  }

  /** Stores a new campaign; false where the user's name for it is taken. */
  async insert(campaign: CampaignDocument): Promise<boolean> {
    return (await unlessTaken(() => this.#model.create([campaign]))) !== 'taken';
  }

  /** Takes the id of a campaign, so that it cannot be stored any more; false where the id is taken. */
  async occupy(_id: string, deletedAt: Date): Promise<boolean> {
    const tombstone = { _id, status: 'Deleted', deletedAt } as unknown as mongo.OptionalId<mongo.Document>;
    return (await unlessTaken(() => this.#model.collection.insertOne(tombstone))) !== 'taken';
  }

  /**
   * Moves a campaign from one of `from` to `to`, unless a preparation is in progress. Sending begins a new run epoch.
   * Returns the campaign after the transition; `undefined` if it was in another status.
   */
  transition<To extends CampaignStatus | 'Deleting'>(
    id: string,
    from: readonly (To extends CampaignStatus ? StatusBefore<To> : CampaignStatus)[],
    to: To,
    { set = {}, unset = [], where = {} }: TransitionChanges = {},
  ): Promise<CampaignDocument | undefined> {
    const cleared = {
      quiet: 1,
      ...Object.fromEntries(unset.map((field) => [field, 1])),
      ...(to === 'Sending' && NEW_RUN.$unset),
    };
    return this.#change(
      { ...where, _id: id, status: { $in: [...from] }, preparing: { $exists: false } },
      {
        $set: { ...set, status: to },
        ...(to === 'Sending' && { $inc: NEW_RUN.$inc }),
        $unset: cleared,
      },
    );
  }

  /**
   * Changes a campaign that has not begun and got no contacts meanwhile; `undefined` where it has or its status forbids
   * it, 'taken' where the new name is.
   */
  edit(
    { _id, nextSeq }: Pick<CampaignDocument, '_id' | 'nextSeq'>,
    from: readonly CampaignStatus[],
    set: Changes,
  ): Promise<CampaignDocument | undefined | 'taken'> {
    return unlessTaken(() =>
      this.#change(
        {
          _id,
          nextSeq,
          status: { $in: [...from] },
          startedAt: { $exists: false },
          preparing: { $exists: false },
        },
        { $set: set },
      ),
    );
  }

  #inOrder(filter: Record<string, unknown>, limit: number) {
    return this.#model.find(filter).sort(LIST_ORDER).limit(limit).hint(LIST_INDEX);
  }

  async #change(
    filter: Record<string, unknown>,
    update: Record<string, unknown>,
  ): Promise<CampaignDocument | undefined> {
    const changed = await this.#model
      .findOneAndUpdate(filter, update, { returnDocument: 'after' })
      .lean<CampaignDocument>()
      .exec();
    return changed ?? undefined;
  }
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T | 'taken'> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === 11000) return 'taken';
    throw error;
  }
}
