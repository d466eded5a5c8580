import { Schema, type Connection, type Model } from 'mongoose';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** A migration that has begun; `finishedAt` is set once it is complete. */
export interface MigrationRecord {
  /** The migration's number. */
  _id: number;
  name: string;
  checksum: string;
  startedAt: Date;
  finishedAt?: Date;
  position?: unknown;
}

/** The state of the schema; one document. */
export interface SchemaState {
  _id: string;
  /** The lowest schema version with which a process may work. */
  minimum: number;
  /** Who executes migrations, until when. */
  holder?: string;
  leaseUntil?: Date;
}

export type MigrationModel = Model<MigrationRecord>;
export type SchemaStateModel = Model<SchemaState>;

const migrationSchema = new Schema<MigrationRecord>(
  {
    _id: { type: Number, required: true },
    name: { type: String, required: true },
    checksum: { type: String, required: true },
    startedAt: { type: Date, required: true },
    finishedAt: Date,
    position: Schema.Types.Mixed,
  },
  { autoIndex: false, versionKey: false, collection: 'migrations' },
);

const stateSchema = new Schema<SchemaState>(
  {
    _id: { type: String, required: true },
    minimum: { type: Number, required: true },
    holder: String,
    leaseUntil: Date,
  },
  { autoIndex: false, versionKey: false, collection: 'schema_state' },
);

/** Creates the models of the migrations and of the schema's state. */
export function createMigrationModels(connection: Connection): {
  migrations: MigrationModel;
  state: SchemaStateModel;
} {
  return {
    migrations: connection.model<MigrationRecord>('Migration', migrationSchema),
    state: connection.model<SchemaState>('SchemaState', stateSchema),
  };
}

const STATE = 'schema';

/** Reads and writes which migrations have run, and who runs them. */
export class MigrationStore {
  readonly #migrations: MigrationModel;
  readonly #state: SchemaStateModel;

  constructor({ migrations, state }: ReturnType<typeof createMigrationModels>) {
    this.#migrations = migrations;
    this.#state = state;
  }

  /** Returns all migrations that have begun, in order. */
  async list(): Promise<MigrationRecord[]> {
    return this.#migrations.find().sort({ _id: 1 }).lean<MigrationRecord[]>().exec();
  }

  /** Returns the lowest schema version with which a process may work. */
  async minimum(): Promise<number> {
    return (await this.#state.findById(STATE).lean<SchemaState>().exec())?.minimum ?? 0;
  }

  /** Refuses processes with a lower schema version from now on. */
  async raiseMinimum(minimum: number): Promise<void> {
    await this.#state.updateOne({ _id: STATE }, { $max: { minimum } }, { upsert: true });
  }

  /** Acquires the lease of the migrations or renews it until `until`; returns false if another process has it. */
  async lease(holder: string, now: Date, until: Date): Promise<boolean> {
    const free = { _id: STATE, $or: [{ holder }, { holder: null }, { leaseUntil: { $lte: now } }] };
    const taken = { $set: { holder, leaseUntil: until }, $setOnInsert: { minimum: 0 } };
    // If it is not free, the upsert tries to insert a second document.
    return isInserted(() => this.#state.updateOne(free, taken, { upsert: true }).exec());
  }

  /** Gives the lease up. */
  async release(holder: string): Promise<void> {
    await this.#state.updateOne({ _id: STATE, holder }, { $unset: { holder: 1, leaseUntil: 1 } });
  }

  /** Records that a migration begins, unless it has begun before; returns its record. */
  async begin(record: MigrationRecord): Promise<MigrationRecord> {
    const { _id, ...fields } = record;
    const begun = await this.#migrations
      .findOneAndUpdate({ _id }, { $setOnInsert: fields }, { upsert: true, returnDocument: 'after' })
      .lean<MigrationRecord>()
      .exec();
    return begun;
  }

  /** Records how far a migration has come. */
  async checkpoint(id: number, position: unknown): Promise<void> {
    await this.#migrations.updateOne({ _id: id }, { $set: { position } });
  }

  /** Records that a migration is complete. */
  async finish(id: number, at: Date): Promise<void> {
    await this.#migrations.updateOne({ _id: id }, { $set: { finishedAt: at }, $unset: { position: 1 } });
  }
}
