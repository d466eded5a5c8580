import type { QueryFilter } from 'mongoose';
import { CALL_INDEXES, type ContactDocument, type ContactModel } from '../contacts/contact-model.ts';
import type { FinalState, Scan, ScanKey } from './call-scans.ts';
import { rangesAfter, valuesOf, type KeyValues } from './keyset.ts';

/** What is read of calls that are filtered and sorted in memory. */
const ENTRY = {
  seq: 1,
  phone: 1,
  'fields.first_name': 1,
  'fields.last_name': 1,
  status: 1,
  code: 1,
  reason: 1,
  at: 1,
} as const;

export type CallEntry = Pick<ContactDocument, Extract<keyof typeof ENTRY, keyof ContactDocument>> & {
  fields: Pick<ContactDocument['fields'], 'first_name' | 'last_name'>;
};

/** A part of a scan: its calls after some values, forwards or backwards. */
export interface ScanPart {
  scan: Scan;
  after: KeyValues | undefined;
  ascending: boolean;
}

/** Where `count` calls of a part end: the values of the last one, or how many there are if they are fewer. */
export type Leap = { after: KeyValues } | { passed: number };

/** Reads lists of calls in the order of an index. */
export class CallListStore {
  readonly #model: ContactModel;

  constructor(model: ContactModel) {
    this.#model = model;
  }

  /** Returns whether final calls of a campaign were ended by an older version, which stored no key of their result. */
  async lacksKeys(campaignId: string, state: FinalState): Promise<boolean> {
    const older = this.#model.findOne({ campaignId, status: state, resultKey: null }, { _id: 1 });
    return (await older.hint(CALL_INDEXES.finalDates).lean().exec()) !== null;
  }

  /** Returns the first calls of a part. */
  async read({ scan, after, ascending }: ScanPart, limit: number): Promise<ContactDocument[]> {
    const found: ContactDocument[] = [];
    for (const { where, keys } of rangesAfter(scan, after, ascending)) {
      if (found.length === limit) break;
      const rows = this.#model.find(where).sort(orderBy(keys, ascending)).hint(scan.index);
      found.push(...(await rows.limit(limit - found.length).lean<ContactDocument[]>()));
    }
    return found;
  }

  /** Passes `count` calls of a part, from the index alone where all its conditions are keys. */
  async leap({ scan, after, ascending }: ScanPart, count: number): Promise<Leap> {
    const shown = { _id: 0, ...Object.fromEntries(scan.keys.map((key) => [key, 1])) };
    let passed = 0;
    for (const { where, keys } of rangesAfter(scan, after, ascending)) {
      const [last] = await this.#model
        .find(where, shown)
        .sort(orderBy(keys, ascending))
        .hint(scan.index)
        // At most as many as between two anchors, passed by their keys: the values of the last one are the next place.
        .skip(count - passed - 1)
        .limit(1)
        .lean<Partial<ContactDocument>[]>();
      if (last !== undefined) return { after: valuesOf(last, scan.keys) };
      // Fewer than wanted were found; another may have been reported since.
      const most = count - passed - 1;
      if (most > 0) passed += await this.#count(where, scan.index, most);
    }
    return { passed };
  }

  /** Counts the calls of a scan, up to `limit`. */
  count({ equal, index }: Pick<Scan, 'equal' | 'index'>, limit: number): Promise<number> {
    return this.#count(equal, index, limit);
  }

  /** Returns the first calls of an index, as they are filtered and sorted in memory; `numbersOnly` leaves out the rest. */
  entries(
    where: QueryFilter<ContactDocument>,
    index: string,
    limit: number,
    numbersOnly = false,
  ): Promise<CallEntry[]> {
    return this.#model
      .find(where, numbersOnly ? { _id: 0, seq: 1 } : ENTRY)
      .hint(index)
      .limit(limit)
      .lean<CallEntry[]>()
      .exec();
  }

  /** Returns the calls with these numbers, in any order. */
  bySeq(campaignId: string, seqs: readonly number[]): Promise<ContactDocument[]> {
    return this.#model
      .find({ campaignId, seq: { $in: [...seqs] } })
      .lean<ContactDocument[]>()
      .exec();
  }

  #count(where: QueryFilter<ContactDocument>, index: string, limit: number): Promise<number> {
    return this.#model.countDocuments(where).hint(index).limit(limit).exec();
  }
}

function orderBy(keys: readonly ScanKey[], ascending: boolean): Record<string, 1 | -1> {
  return Object.fromEntries(keys.map((key) => [key, ascending ? 1 : -1]));
}
