import { Schema, type Connection, type Model } from 'mongoose';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** Who stopped or resumed all calls, when and why. */
export interface CallingSwitch {
  at: Date;
  /** The name of the operator on the machine. */
  by: string;
  reason: string;
}

/** The one document of the switch. `changes`: the last ones, the oldest first. */
interface CallingStopRecord {
  _id: typeof ID;
  stopped?: CallingSwitch | undefined;
  changes: (CallingSwitch & { to: 'stopped' | 'resumed' })[];
}

type CallingStopModel = Model<CallingStopRecord>;

const ID = 'calling';
const KEPT_CHANGES = 100;

/** Creates the `calling_stops` model. */
export function createCallingStopModel(connection: Connection): CallingStopModel {
  const switched = { at: { type: Date, required: true }, by: String, reason: String };
  const schema = new Schema<CallingStopRecord>(
    {
      _id: { type: String, required: true },
      stopped: new Schema<CallingSwitch>(switched, { _id: false }),
      changes: [new Schema({ ...switched, to: String }, { _id: false })],
    },
    { autoIndex: false, versionKey: false },
  );
  return connection.model<CallingStopRecord>('CallingStop', schema, 'calling_stops');
}

/** The switch that stops all calls of the deployment. */
export class CallingStopStore {
  readonly #model: CallingStopModel;

  constructor(model: CallingStopModel) {
    this.#model = model;
  }

  /** Returns since when and why no calls are placed; undefined if they are. */
  async current(): Promise<CallingSwitch | undefined> {
    return (await this.#model.findById(ID, { stopped: 1 }).lean())?.stopped;
  }

  /** Stops all calls. Returns false if they were stopped already. */
  async stop(change: CallingSwitch): Promise<boolean> {
    try {
      await this.#model.updateOne(
        { _id: ID, stopped: { $exists: false } },
        { $set: { stopped: change }, $push: pushed(change, 'stopped') },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // The document exists and is stopped, so that the upsert inserts it again.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Lets calls be placed again. Returns false if they were not stopped. */
  async resume(change: CallingSwitch): Promise<boolean> {
    const { modifiedCount } = await this.#model.updateOne(
      { _id: ID, stopped: { $exists: true } },
      { $unset: { stopped: 1 }, $push: pushed(change, 'resumed') },
    );
    return modifiedCount === 1;
  }
}

function pushed(change: CallingSwitch, to: 'stopped' | 'resumed') {
  return { changes: { $each: [{ ...change, to }], $slice: -KEPT_CHANGES } };
}
