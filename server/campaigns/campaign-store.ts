import { mongo } from 'mongoose';
import { CAMPAIGN_STATUSES, isActive, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignDocument, CampaignModel, StoredStatus } from './campaign-model.ts';
import type { VisibleCampaign } from './present-campaign.ts';

type Changes = Partial<Omit<CampaignDocument, '_id'>>;

/** The fields that a change of status may bring along. */
export interface TransitionChanges {
  set?: Changes;
  unset?: readonly (keyof Changes)[];
  /** More that must hold for the change to happen. */
  where?: Record<string, unknown>;
}

/** What every way into Sending brings along: what went wrong before is over. */
export const NEW_LEG = {
  $inc: { leg: 1 },
  $unset: { statusReason: 1, carrierDownSince: 1, speechUntil: 1 },
} as const;

const visible = { status: { $in: [...CAMPAIGN_STATUSES] } };
/** What is visible has a name; asking for it lets the indexes of named campaigns be used. */
const listed = { ...visible, liveName: { $exists: true } };

/** Reads campaigns and changes them by compare-and-set: no change overwrites what it did not expect. */
export class CampaignStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** A user's campaigns, the latest drop date first. */
  listOf(userId: string): Promise<VisibleCampaign[]> {
    return this.#model
      .find({ userId, ...listed })
      .sort({ dropDate: -1, _id: 1 })
      .lean<VisibleCampaign[]>()
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
   * Moves a campaign from one of `from` to `to`, unless a preparation is under way. Sending begins a new leg.
   * Answers it as it is then; `undefined` where it was in another status.
   */
  transition(
    id: string,
    from: readonly CampaignStatus[],
    to: CampaignStatus | 'Deleting',
    { set = {}, unset = [], where = {} }: TransitionChanges = {},
  ): Promise<CampaignDocument | undefined> {
    const cleared = {
      quiet: 1,
      ...Object.fromEntries(unset.map((field) => [field, 1])),
      ...(to === 'Sending' && NEW_LEG.$unset),
    };
    return this.#change(
      { ...where, _id: id, status: { $in: [...from] }, preparing: { $exists: false } },
      {
        $set: { ...set, status: to },
        ...(to === 'Sending' && { $inc: NEW_LEG.$inc }),
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
