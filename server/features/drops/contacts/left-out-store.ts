import { untilNone } from './until-none.ts';
import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { LEFT_OUT_REASONS, type LeftOutReason } from '#shared/schemas/calling/calling.ts';
import type { LeftOutContact } from '#shared/schemas/campaigns/check-list.ts';

/** A contact of a list that its campaign leaves out: it has no call, and nothing is held for it. */
export interface LeftOutDocument extends LeftOutContact {
  campaignId: string;
  /** The preparation that left it out; undoing it removes it. */
  preparationId: string;
  /** Orders the lists of a campaign: the number of the first contact that the preparation stored. */
  firstSeq: number;
}

export type LeftOutModel = Model<LeftOutDocument>;

const schema = new Schema<LeftOutDocument>(
  {
    campaignId: { type: String, required: true },
    preparationId: { type: String, required: true },
    firstSeq: { type: Number, required: true },
    line: { type: Number, required: true },
    phone: { type: String, required: true },
    name: { type: String, required: true },
    reason: { type: String, required: true, enum: LEFT_OUT_REASONS },
  },
  { autoIndex: false, versionKey: false, collection: 'left_out_contacts' },
);
schema.index({ campaignId: 1, firstSeq: 1, line: 1 }, { unique: true });
// Covers the counts of a preparation.
schema.index({ campaignId: 1, preparationId: 1, reason: 1 });

/** The `left_out_contacts` collection. */
export function createLeftOutModel(connection: Connection): LeftOutModel {
  return connection.model<LeftOutDocument>('LeftOutContact', schema);
}

/** Small enough to be read and erased within a second. */
const BATCH = 1_000;

/** The left-out contacts of campaigns. */
export class LeftOutStore {
  readonly #model: LeftOutModel;

  constructor(model: LeftOutModel) {
    this.#model = model;
  }

  /** Stores left-out contacts. */
  async insert(rows: readonly LeftOutDocument[]): Promise<void> {
    await this.#model.collection.insertMany(rows.map((row) => ({ ...row })));
  }

  /** Removes the contacts that a preparation left out. */
  async undo(campaignId: string, preparationId: string): Promise<void> {
    await this.#model.deleteMany({ campaignId, preparationId });
  }

  /** Returns how many contacts a preparation left out, by reason, from the index alone. */
  async countsOf(campaignId: string, preparationId: string): Promise<Partial<Record<LeftOutReason, number>>> {
    const counts = await this.#model.aggregate<{ _id: LeftOutReason; count: number }>([
      { $match: { campaignId, preparationId } },
      { $group: { _id: '$reason', count: { $sum: 1 } } },
    ]);
    return Object.fromEntries(counts.map(({ _id, count }) => [_id, count]));
  }

  /** Yields the left-out contacts of a campaign in batches, its lists in order. */
  async *stream(campaignId: string): AsyncGenerator<LeftOutDocument[]> {
    let after = { firstSeq: 0, line: 0 };
    for (;;) {
      const rest = await this.#page({ campaignId, firstSeq: after.firstSeq, line: { $gt: after.line } });
      const rows =
        rest.length > 0 ? rest : await this.#page({ campaignId, firstSeq: { $gt: after.firstSeq } });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = last;
    }
  }

  #page(filter: Record<string, unknown>): Promise<LeftOutDocument[]> {
    return this.#model
      .find(filter, { _id: 0 })
      .sort({ firstSeq: 1, line: 1 })
      .limit(BATCH)
      .lean<LeftOutDocument[]>()
      .exec();
  }

  /** Erases the left-out contacts of a campaign in batches; calls `heartbeat` before each. */
  async erase(campaignId: string, heartbeat: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await this.#inBatches({ campaignId }, heartbeat, (batch) => this.#model.deleteMany(batch).exec());
  }

  /** The same for those of its lists whose first contact has a lower number. */
  async eraseBefore(campaignId: string, seq: number, heartbeat: () => Promise<void>): Promise<void> {
    const before = { campaignId, firstSeq: { $lt: seq } };
    await this.#inBatches(before, heartbeat, (batch) => this.#model.deleteMany(batch).exec());
  }

  /** Moves the left-out contacts of one campaign to another in the same way. */
  async move(from: string, to: string, heartbeat: () => Promise<void>): Promise<void> {
    const moved = { $set: { campaignId: to } };
    await this.#inBatches({ campaignId: from }, heartbeat, (batch) =>
      this.#model.updateMany(batch, moved).exec(),
    );
  }

  /** Passes batches of the contacts to `change` until none of them is there any more. */
  async #inBatches(
    filter: { campaignId: string; firstSeq?: { $lt: number } },
    heartbeat: () => Promise<void>,
    change: (batch: { campaignId: string; _id: { $in: Types.ObjectId[] } }) => Promise<unknown>,
  ): Promise<void> {
    const { campaignId } = filter;
    await untilNone(
      heartbeat,
      () => this.#model.find(filter, { _id: 1 }).limit(BATCH).lean<{ _id: Types.ObjectId }[]>().exec(),
      (rows) => change({ campaignId, _id: { $in: rows.map(({ _id }) => _id) } }),
    );
  }
}
