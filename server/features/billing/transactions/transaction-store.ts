import type { Model, QueryFilter } from 'mongoose';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import type { InvoiceRecord } from '#server/features/billing/billing-records-model.ts';

/** Invoices that are transactions: a purchase that was not paid is none, a renewal that was not paid is one. */
const LISTED: QueryFilter<InvoiceRecord> = {
  status: { $ne: 'draft' },
  $nor: [{ reason: { $in: ['first', 'credits'] }, status: { $ne: 'paid' } }],
};

/** A page of a list, or of the invoices issued in one UTC year. */
interface TransactionRange {
  year?: number | undefined;
  after?: LastRow | undefined;
  limit: number;
}

/** A condition on the time of issue. */
type Period = { $gte?: Date; $lt?: Date; $lte?: Date };

/** Reads the invoices that are the transactions of a user, in the order of their issue. */
export class TransactionStore {
  readonly #invoices: Model<InvoiceRecord>;

  constructor(invoices: Model<InvoiceRecord>) {
    this.#invoices = invoices;
  }

  /** Returns up to `limit` invoices, newest first, from the one that follows `after`. */
  async page(uid: string, { year, after, limit }: TransactionRange): Promise<InvoiceRecord[]> {
    const issued = { ...issuedIn(year), ...(after && { $lte: after.at }) };
    const rest = after && { $or: [{ createdAt: { $lt: after.at } }, { _id: { $lt: after.key } }] };
    return this.#invoices
      .find({ uid, ...LISTED, ...within(issued), ...rest })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean();
  }

  /** All invoices, or those of one year, oldest first; a cursor. */
  all(uid: string, year?: number): AsyncIterable<InvoiceRecord> {
    return this.#invoices
      .find({ uid, ...LISTED, ...within(issuedIn(year)) })
      .sort({ createdAt: 1, _id: 1 })
      .lean();
  }

  /** Returns the UTC years in which invoices were issued, latest first. Reads one invoice a year. */
  async years(uid: string): Promise<number[]> {
    const years: number[] = [];
    for (let before: Period = {}; ; before = { $lt: startOf(years.at(-1) ?? 0) }) {
      const latest = await this.#invoices
        .findOne({ uid, ...LISTED, ...within(before) }, { createdAt: 1 })
        .sort({ createdAt: -1, _id: -1 })
        .lean();
      if (latest === null) return years;
      years.push(latest.createdAt.getUTCFullYear());
    }
  }
}

function issuedIn(year: number | undefined): Period {
  return year === undefined ? {} : { $gte: startOf(year), $lt: startOf(year + 1) };
}

function within(createdAt: Period): { createdAt?: Period } {
  return Object.keys(createdAt).length === 0 ? {} : { createdAt };
}

function startOf(year: number): Date {
  return new Date(Date.UTC(year, 0));
}
