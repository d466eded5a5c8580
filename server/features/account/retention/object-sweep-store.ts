import { Schema, type Connection, type Model } from 'mongoose';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { changeClaimed, claimRecord } from '#server/platform/lib/mongodb/due-records.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

const ID = 'objects';

/** How far the sweep of the object store has come. There is one. */
export interface ObjectSweep {
  _id: string;
  /** Identifies this database; the store holds it too. */
  database: string;
  /** When a process may go on: the end of a lease while one does. */
  dueAt: Date;
  /** The last key that was checked, and its prefix; absent between two sweeps. */
  position?: { prefix: string; key: string } | undefined;
}

type ObjectSweepModel = Model<ObjectSweep>;

export function createObjectSweepModel(connection: Connection): ObjectSweepModel {
  const schema = new Schema<ObjectSweep>(
    {
      _id: { type: String, required: true },
      database: { type: String, required: true },
      dueAt: { type: Date, required: true },
      position: { type: { prefix: String, key: String }, _id: false, default: undefined },
    },
    { autoIndex: false, versionKey: false },
  );
  return connection.model<ObjectSweep>('ObjectSweep', schema, 'object_sweeps');
}

/** Gives the sweep to one process at a time; `dueAt` names its lease. */
export class ObjectSweepStore {
  readonly #model: ObjectSweepModel;

  constructor(model: ObjectSweepModel) {
    this.#model = model;
  }

  /** Claims the sweep until `until` if it is due; `undefined` if it is not, or another process has it. */
  async claim(now: Date, until: Date): Promise<ObjectSweep | undefined> {
    const due = await claimRecord(this.#model, ID, { now, until });
    if (due !== undefined) return due;
    const first = { _id: ID, database: newId(), dueAt: until };
    return (await isInserted(() => this.#model.create(first))) ? first : undefined;
  }

  /** Records how far a claimed sweep has come. Returns the new claim; `undefined` if another process has it. */
  advance(
    claimed: ObjectSweep,
    position: ObjectSweep['position'],
    until: Date,
  ): Promise<ObjectSweep | undefined> {
    return changeClaimed(
      this.#model,
      claimed,
      position === undefined
        ? { $set: { dueAt: until }, $unset: { position: 1 } }
        : { $set: { dueAt: until, position } },
    );
  }
}
