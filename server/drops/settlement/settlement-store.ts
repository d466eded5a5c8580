import { mongo } from 'mongoose';
import type { SettlementDocument, SettlementModel } from './settlement-model.ts';

/** The id of a campaign's n-th settlement. */
export function settlementId(campaignId: string, n: number): string {
  return `${campaignId}:${String(n)}`;
}

/** How many calls of its run epoch a settlement counted, and how many failed for no fault of their number. */
export type SettledFaults = Pick<SettlementDocument, 'runEpochCalls' | 'faults'>;

export class SettlementStore {
  readonly #model: SettlementModel;

  constructor(model: SettlementModel) {
    this.#model = model;
  }

  async find(campaignId: string, n: number): Promise<SettlementDocument | undefined> {
    return (
      (await this.#model
        .findOne({ _id: settlementId(campaignId, n) })
        .lean<SettlementDocument>()
        .exec()) ?? undefined
    );
  }

  /** Opens a settlement; false where another settler has opened that number. */
  async open(settlement: SettlementDocument): Promise<boolean> {
    try {
      await this.#model.collection.insertOne(settlement as unknown as mongo.OptionalId<mongo.Document>);
      return true;
    } catch (error) {
      if (error instanceof mongo.MongoServerError && error.code === 11000) return false;
      throw error;
    }
  }

  /** The settlements of a run epoch up to the n-th, the newest first, without their contacts. */
  listOfLeg({ campaignId, n, runEpoch }: SettlementDocument, limit: number): Promise<SettledFaults[]> {
    return this.#model
      .find({ campaignId, n: { $lte: n }, runEpoch }, { runEpochCalls: 1, faults: 1 })
      .sort({ n: -1 })
      .limit(limit)
      .lean<SettledFaults[]>()
      .exec();
  }

  /** Ends a settlement: it is done, and its contacts are forgotten. One that is done stays as it is. */
  async close({ _id }: Pick<SettlementDocument, '_id'>, doneAt: Date): Promise<void> {
    await this.#model.updateOne(
      { _id, doneAt: { $exists: false } },
      { $set: { doneAt }, $unset: { contacts: 1 } },
    );
  }

  /** The campaigns with settlements that are not done. */
  async listOpen(): Promise<string[]> {
    const open = await this.#model
      .find({ contacts: { $exists: true } }, { campaignId: 1 })
      .hint('open')
      .lean<Pick<SettlementDocument, 'campaignId'>[]>();
    return [...new Set(open.map(({ campaignId }) => campaignId))];
  }
}
