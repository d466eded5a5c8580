import { Schema, type Connection, type Model } from 'mongoose';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { isDuplicatesOnly } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { readKeysetPage } from '#server/platform/lib/mongodb/keyset-page.ts';

/** A contact as it is stored, with the cells that are not empty. */
export interface StoredContact {
  /** The number that is dialled, which identifies it in its list. */
  phone: string;
  /** First and last name in lower case, for searches. */
  name: string;
  /** Its cells without the number that is dialled. */
  fields: Partial<Contact>;
}

/** A contact of a saved list. Without `listId` it is removed, and keeps late writes from bringing it back. */
interface ListContactDocument extends Partial<StoredContact> {
  /** `<list>:<number>`. */
  _id: string;
  listId?: string | undefined;
  /** The version of the list that wrote it. */
  v: number;
  /** The edit that wrote it. */
  edit?: string | undefined;
  removedAt?: Date | undefined;
}

export type ListContactModel = Model<ListContactDocument>;

/** How long the mark of a removed contact is kept: longer than any worker writes late. */
const KEPT_SECONDS = 3_600;
const MAX_NAME = 200;
/** Follows all other code points as the database compares them, those beyond U+FFFF too. */
const LAST_CODE_POINT = '\u{10ffff}';

const schema = new Schema<ListContactDocument>(
  {
    _id: { type: String, required: true },
    listId: String,
    phone: String,
    name: String,
    fields: Schema.Types.Mixed,
    v: { type: Number, required: true },
    edit: String,
    removedAt: Date,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'list_contacts' },
);

// Removed contacts are in neither.
const listed = { partialFilterExpression: { listId: { $exists: true } } };
schema.index({ listId: 1, phone: 1 }, listed);
schema.index({ listId: 1, name: 1, phone: 1 }, listed);
schema.index({ removedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS, sparse: true });

/** The `list_contacts` collection. */
export function createListContactModel(connection: Connection): ListContactModel {
  return connection.model<ListContactDocument>('ListContact', schema);
}

const EMPTY = Object.fromEntries(CONTACT_COLUMNS.map(({ field }) => [field, ''])) as unknown as Contact;

/** Returns a validated contact as it is stored. */
export function storedContact({ recommended_phone: phone, custom, ...cells }: Contact): StoredContact {
  const filled = Object.entries(cells).filter(([, cell]) => cell !== '');
  const own = Object.entries(custom ?? {}).filter(([, cell]) => cell !== '');
  return {
    phone,
    name: searchName(`${cells.first_name} ${cells.last_name}`),
    fields: {
      ...Object.fromEntries(filled),
      ...(own.length > 0 && { custom: Object.fromEntries(own) }),
    },
  };
}

/** Returns a stored contact with all of its cells. */
export function contactOf({ phone, fields }: StoredContact): Contact {
  return { ...EMPTY, ...fields, recommended_phone: phone };
}

/** Returns a name as it is stored and searched. */
export function searchName(text: string): string {
  return text.trim().toLowerCase().slice(0, MAX_NAME);
}

/** The place of a contact in a page. */
export type ContactPlace = Pick<StoredContact, 'name' | 'phone'>;

const idOf = (listId: string, phone: string) => `${listId}:${phone}`;

/** Contacts of saved lists. */
export class ListContactStore {
  readonly #model: ListContactModel;

  constructor(model: ListContactModel) {
    this.#model = model;
  }

  /** Stores contacts of a new list; those that are stored already are left as they are. */
  async insert(listId: string, contacts: readonly StoredContact[]): Promise<void> {
    if (contacts.length === 0) return;
    const rows = contacts.map(({ phone, name, fields }) => {
      return { _id: idOf(listId, phone), listId, phone, name, fields, v: 1 };
    });
    try {
      await this.#model.collection.insertMany(rows as never, { ordered: false });
    } catch (error) {
      if (!isDuplicatesOnly(error)) throw error;
    }
  }

  /** Removes contacts for a version of the list. Repeatable; has no effect on what later versions wrote. */
  async remove(listId: string, phones: readonly string[], v: number, at: Date): Promise<void> {
    if (phones.length === 0) return;
    await this.#model.updateMany(
      { _id: { $in: phones.map((phone) => idOf(listId, phone)) }, v: { $lt: v } },
      { $set: { v, removedAt: at }, $unset: { listId: 1, phone: 1, name: 1, fields: 1, edit: 1 } },
    );
  }

  /** Adds or replaces a contact for a version of the list; otherwise as `remove`. */
  async put(listId: string, contact: StoredContact, v: number, edit: string): Promise<void> {
    try {
      await this.#model.collection.bulkWrite([
        {
          updateOne: {
            filter: { _id: idOf(listId, contact.phone) as never, v: { $lt: v } },
            update: { $set: { listId, ...contact, v, edit }, $unset: { removedAt: 1 } },
            upsert: true,
          },
        },
      ]);
    } catch (error) {
      // It has this version already, or a later one.
      if (!isDuplicatesOnly(error)) throw error;
    }
  }

  /** Returns a contact and the edit that wrote it. */
  async find(listId: string, phone: string): Promise<(StoredContact & { edit?: string }) | undefined> {
    const found = await this.#model.findOne({ _id: idOf(listId, phone), listId }).lean<StoredContact>();
    return found ?? undefined;
  }

  /** Returns which of these numbers are on a list. */
  async among(listId: string, phones: readonly string[]): Promise<Set<string>> {
    const found = await this.#model
      .find({ listId, phone: { $in: [...phones] } }, { _id: 0, phone: 1 })
      .lean<{ phone: string }[]>();
    return new Set(found.map(({ phone }) => phone));
  }

  /** Returns the contacts after a number, by number. */
  after(listId: string, phone: string, limit: number): Promise<StoredContact[]> {
    return this.#model
      .find({ listId, phone: { $gt: phone } })
      .sort({ phone: 1 })
      .limit(limit)
      .lean<StoredContact[]>()
      .exec();
  }

  /** Yields all contacts by number, in batches. */
  async *stream(listId: string, batch: number): AsyncGenerator<StoredContact[]> {
    let last = '';
    for (;;) {
      const contacts = await this.after(listId, last, batch);
      if (contacts.length > 0) yield contacts;
      if (contacts.length < batch) return;
      last = contacts.at(-1)?.phone ?? last;
    }
  }

  /** Returns contacts whose number begins with these digits, by number. */
  withNumber(listId: string, digits: string, after: string, limit: number): Promise<StoredContact[]> {
    return this.#model
      .find({ listId, phone: { ...(after === '' ? { $gte: digits } : { $gt: after }), $lt: `${digits}:` } })
      .sort({ phone: 1 })
      .limit(limit)
      .lean<StoredContact[]>()
      .exec();
  }

  /** Returns contacts whose name begins with a text in lower case, by name. */
  async withName(
    listId: string,
    prefix: string,
    after: ContactPlace | undefined,
    limit: number,
  ): Promise<StoredContact[]> {
    const sort = { name: 1, phone: 1 } as const;
    const bounds = { $gte: prefix, $lt: prefix + LAST_CODE_POINT };
    const page = { sort, bounds, after: after && ([after.name, after.phone] as const), limit };
    return readKeysetPage(page, (where, rows) =>
      this.#model
        .find({ listId, ...where })
        .sort(sort)
        .limit(rows)
        .lean<StoredContact[]>(),
    );
  }

  /** Erases up to `limit` contacts of a list and what is left of removed ones; returns how many it found. */
  async erase(listId: string, limit: number): Promise<number> {
    // The ids that begin with the list and a colon: a semicolon is the next character.
    const ofList = { $gte: `${listId}:`, $lt: `${listId};` };
    const rows = await this.#model.find({ _id: ofList }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>();
    if (rows.length > 0) await this.#model.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    return rows.length;
  }
}
