import { untilNone } from './until-none.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { listedNumber } from '#shared/contacts/phone-number.ts';
import type { ContactPlaces } from '#server/features/calling/api.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { ContactDocument, ContactModel } from './contact-model.ts';
import { presentContact, type ListedContact } from './present-contact.ts';
import { seqRanges, type ContactNumbering } from '#server/features/drops/contacts/seq-ranges.ts';

/** The fields of a call that are read before it is erased. */
export type ErasableCall = Pick<ContactDocument, '_id' | 'phone' | 'status' | 'at' | 'previous'>;

/** The numbers of a contact: PhoneNumber as normalized by `listedNumber`, and the dialled one. */
export interface ContactNumbers {
  listed: string;
  dialled: string;
}

/** Contacts to store: `contacts[i]` gets number `firstSeq + i`. */
interface ContactBatch {
  campaignId: string;
  /** The preparation that stores them; undoing it removes them again. */
  preparationId: string;
  run: number;
  firstSeq: number;
  /** False for the preparation that created the campaign. */
  later: boolean;
  contacts: readonly Contact[];
}

/** Contacts of campaigns: inserting, paging and erasing. */
export class ContactStore {
  readonly #model: ContactModel;
  readonly #keyOf: ContactPlaces['keyOf'];

  /** `keyOf` returns the window class that is stored with a contact. */
  constructor(model: ContactModel, keyOf: ContactPlaces['keyOf']) {
    this.#model = model;
    this.#keyOf = keyOf;
  }

  /**
   * Stores a batch of validated contacts. Throws `AppError` CONFLICT if the campaign already has one of the numbers.
   */
  async insert({ campaignId, preparationId, run, firstSeq, later, contacts }: ContactBatch): Promise<void> {
    const rows = contacts.map((contact, index) => ({
      campaignId,
      seq: firstSeq + index,
      preparationId,
      later: later || undefined,
      run,
      status: 'pending',
      unsettled: true,
      phone: contact.recommended_phone,
      window: this.#keyOf({
        phone: contact.recommended_phone,
        state: contact.state,
        zipcode: contact.zipcode,
      }),
      listed: listedIfOther(contact),
      fields: filledCells(contact),
    }));
    try {
      // The driver's insertMany skips a second validation, which would cost more than the insert.
      await this.#model.collection.insertMany(rows, COMPACT);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new AppError('CONFLICT', 'Duplicate phone number', {}, { cause: error });
    }
  }

  /**
   * Returns the numbers of contacts that share a listed or dialled number with any of these, and possibly others; without
   * those that the preparation `except` has added.
   */
  async knownNumbers(
    campaignId: string,
    numbers: readonly ContactNumbers[],
    except?: string,
  ): Promise<ContactNumbers[]> {
    const listed = numbers.map((contact) => contact.listed);
    // Contacts without their own listed number use the dialled one.
    const dialled = [...new Set([...numbers.map((contact) => contact.dialled), ...listed])];
    const known = await Promise.all(
      [{ phone: { $in: dialled } }, { listed: { $in: listed } }].map((same) =>
        this.#model
          .find({ campaignId, ...same }, { phone: 1, listed: 1, preparationId: 1, listId: 1 })
          .lean<Pick<ContactDocument, 'phone' | 'listed' | 'preparationId' | 'listId'>[]>(),
      ),
    );
    return known
      .flat()
      .filter(({ preparationId, listId = preparationId }) => listId !== except)
      .map((row) => ({ listed: row.listed ?? row.phone, dialled: row.phone }));
  }

  /** Returns `limit` contacts after the first `offset`, in the order of the contact list. */
  async page(list: ContactNumbering, offset: number, limit: number): Promise<ListedContact[]> {
    const ranges = seqRanges(list, offset, limit);
    if (ranges.length === 0) return [];
    const rows = await this.#model
      .find({ campaignId: list.id, $or: ranges.map(({ from, to }) => ({ seq: { $gte: from, $lte: to } })) })
      .sort({ seq: 1 })
      .lean<ContactDocument[]>();
    return rows.map(presentContact);
  }

  /** Yields all contacts in list order, in batches and in constant memory. */
  async *stream(campaignId: string): AsyncGenerator<ListedContact[]> {
    let after = 0;
    for (;;) {
      const rows = await this.#model
        .find({ campaignId, seq: { $gt: after } })
        .sort({ seq: 1 })
        .limit(STREAM_BATCH)
        .lean<ContactDocument[]>();
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(presentContact);
      after = last.seq;
    }
  }

  /** Erases up to `limit` contacts of a campaign that are settled; returns how many it found. */
  async eraseSettled(campaignId: string, limit: number): Promise<number> {
    const settled = { campaignId, unsettled: null };
    const rows = await this.#model
      .find(settled, { _id: 1 })
      .limit(limit)
      .lean<Pick<ContactDocument, '_id'>[]>();
    // A late success may have been reported since.
    if (rows.length > 0)
      await this.#model.deleteMany({ ...settled, _id: { $in: rows.map(({ _id }) => _id) } });
    return rows.length;
  }

  /** Whether a campaign has a contact. */
  async hasAny(campaignId: string): Promise<boolean> {
    return (await this.#model.exists({ campaignId })) !== null;
  }

  /** Erases the contacts of a campaign in batches. Calls `heartbeat` before each batch and `note` with its calls. */
  async erase(
    campaignId: string,
    heartbeat: () => Promise<void> = () => Promise.resolve(),
    note: (calls: readonly ErasableCall[]) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const fields = { phone: 1, status: 1, at: 1, previous: 1 };
    await untilNone(
      heartbeat,
      () => this.#model.find({ campaignId }, fields).limit(ERASE_BATCH).lean<ErasableCall[]>().exec(),
      async (rows) => {
        await note(rows);
        await this.#model.deleteMany(batchOf(campaignId, rows));
      },
    );
  }

  /**
   * Erases the contacts of a campaign that was never sent up to a number, in batches. Calls `heartbeat` before each batch and
   * `note` with the preparations that stored it.
   */
  async eraseBefore(
    campaignId: string,
    seq: number,
    heartbeat: () => Promise<void>,
    note: (preparationIds: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const before = { campaignId, seq: { $lt: seq } };
    await untilNone(
      heartbeat,
      () =>
        this.#model
          .find(before, { preparationId: 1 })
          .limit(ERASE_BATCH)
          .lean<Pick<ContactDocument, '_id' | 'preparationId'>[]>()
          .exec(),
      async (rows) => {
        await note([...new Set(rows.map(({ preparationId }) => preparationId))]);
        await this.#model.deleteMany(batchOf(campaignId, rows));
      },
    );
  }

  /** Moves the contacts of one campaign to another in batches; calls `heartbeat` before each. */
  async move(from: string, to: string, heartbeat: () => Promise<void>): Promise<void> {
    await untilNone(
      heartbeat,
      () =>
        this.#model
          .find({ campaignId: from }, { _id: 1 })
          .limit(ERASE_BATCH)
          .lean<Pick<ContactDocument, '_id'>[]>()
          .exec(),
      (rows) => this.#model.updateMany(batchOf(from, rows), { $set: { campaignId: to } }).exec(),
    );
  }
}

/** Selects these contacts, as long as they are those of the campaign. */
function batchOf(campaignId: string, rows: readonly Pick<ContactDocument, '_id'>[]) {
  return { campaignId, _id: { $in: rows.map(({ _id }) => _id) } };
}

const STREAM_BATCH = 1_000;
/** Small enough to be erased within a second, so that the job sends heartbeats in time. */
const ERASE_BATCH = 5_000;

/** Fields without a value are left out as they are written, and the database makes the ids: both take less time so. */
const COMPACT = { ignoreUndefined: true, forceServerObjectId: true };

function listedIfOther({ phone_number, recommended_phone }: Contact): string | undefined {
  if (phone_number === `+${recommended_phone}`) return undefined;
  const listed = listedNumber(phone_number);
  return listed === recommended_phone ? undefined : listed;
}

/** Most lists leave half of the columns empty: empty cells are not stored. */
function filledCells(contact: Contact): Record<Exclude<keyof Contact, 'recommended_phone'>, unknown> {
  const { custom } = contact;
  return {
    id: filled(contact.id),
    first_name: filled(contact.first_name),
    last_name: filled(contact.last_name),
    phone_number: filled(contact.phone_number),
    address1: filled(contact.address1),
    address2: filled(contact.address2),
    city: filled(contact.city),
    state: filled(contact.state),
    zipcode: filled(contact.zipcode),
    country: filled(contact.country),
    email: filled(contact.email),
    company_name: filled(contact.company_name),
    custom: custom !== undefined && Object.keys(custom).length > 0 ? custom : undefined,
  };
}

function filled(cell: string): string | undefined {
  return cell === '' ? undefined : cell;
}
