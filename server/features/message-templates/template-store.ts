import mongoose, { type Connection, type Model } from 'mongoose';
import { MAX_MESSAGE_TEMPLATES } from '#shared/schemas/campaigns/message-templates.ts';
import { freeSlot } from '#server/platform/lib/mongodb/free-slot.ts';
import { isDuplicateKey, isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** A message that a user keeps for later campaigns. */
export interface TemplateRecord {
  _id: string;
  uid: string;
  /** 0 to 49; the unique index on it enforces the limit of templates under concurrency. */
  slot: number;
  /** Unique for each user. */
  name: string;
  text: string;
  changedAt: Date;
}

export type TemplateModel = Model<TemplateRecord>;

/** The `message_templates` collection. */
export function createTemplateModel(connection: Connection): TemplateModel {
  const schema = new mongoose.Schema<TemplateRecord>(
    {
      _id: { type: String, required: true },
      uid: { type: String, required: true },
      slot: { type: Number, required: true },
      name: { type: String, required: true },
      text: { type: String, required: true },
      changedAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, slot: 1 }, { unique: true });
  schema.index({ uid: 1, name: 1 }, { unique: true });
  return connection.model<TemplateRecord>('MessageTemplate', schema, 'message_templates');
}

/** Reads and writes the message templates of users. */
export class TemplateStore {
  readonly #model: TemplateModel;

  constructor(model: TemplateModel) {
    this.#model = model;
  }

  /** Stores a template in a free slot of its user. */
  async insert(template: Omit<TemplateRecord, 'slot'>): Promise<'stored' | 'name taken' | 'full'> {
    for (;;) {
      const stored = await this.ofUser(template.uid);
      if (stored.some(({ name }) => name === template.name)) return 'name taken';
      const slot = freeSlot(stored, MAX_MESSAGE_TEMPLATES);
      if (slot === undefined) return 'full';
      // If not, a parallel call took the slot or the name.
      if (await isInserted(() => this.#model.create({ ...template, slot }))) return 'stored';
    }
  }

  /** Returns the user's templates by name; at most 50. */
  async ofUser(uid: string): Promise<TemplateRecord[]> {
    const found = await this.#model.find({ uid }).lean<TemplateRecord[]>();
    return found.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  }

  /** Returns a template of the user; undefined if there is none. */
  async findOwned(uid: string, id: string): Promise<TemplateRecord | undefined> {
    return (await this.#model.findOne({ _id: id, uid }).lean<TemplateRecord>()) ?? undefined;
  }

  /** Changes a template of the user and returns it; undefined if there is none. */
  async change(
    uid: string,
    id: string,
    change: Partial<Pick<TemplateRecord, 'name' | 'text' | 'changedAt'>>,
  ): Promise<TemplateRecord | 'name taken' | undefined> {
    try {
      const changed = this.#model.findOneAndUpdate(
        { _id: id, uid },
        { $set: change },
        { returnDocument: 'after' },
      );
      return (await changed.lean<TemplateRecord>()) ?? undefined;
    } catch (error) {
      if (isDuplicateKey(error)) return 'name taken';
      throw error;
    }
  }

  /** Deletes a template of the user. */
  async remove(uid: string, id: string): Promise<void> {
    await this.#model.deleteOne({ _id: id, uid });
  }

  /** Deletes all templates of the user. */
  async erase(uid: string): Promise<void> {
    await this.#model.deleteMany({ uid });
  }
}
