import { fromNow, type Clock } from '#server/platform/lib/clock.ts';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';

/** Which record is claimed, and until when; the times are those of the caller's clock. */
export type Claim<Stored> = ClaimOptions<Stored> & (DueAt | DueBy<Stored>);

/** The records are due whose `field` has passed. */
interface DueAt {
  now: Date;
  due?: undefined;
}

/** Where more or other records are due than those. */
interface DueBy<Stored> {
  due: QueryFilter<Stored>;
}

interface ClaimOptions<Stored> {
  /** The record is due again then, should the process die. */
  until: Date;
  /** The field that says when a record is due; a claim moves it ahead. By default `dueAt`. */
  field?: string;
  /** Which records may be claimed; all by default. */
  where?: QueryFilter<Stored>;
  /** What a claim changes besides, such as who holds it. */
  set?: UpdateQuery<Stored>['$set'];
  /** What a claim counts, such as attempts. */
  inc?: UpdateQuery<Stored>['$inc'];
}

/**
 * Claims the record that is due for longest, and returns it as it is then; `undefined` if none is due. One of several callers
 * at once gets it. A claim has expired at `until`: the record is claimed again, and what was begun may be done twice.
 */
export async function claimNext<Stored>(
  model: Model<Stored>,
  claim: Claim<Stored>,
): Promise<Stored | undefined> {
  const { field = 'dueAt' } = claim;
  return update(model, dueFor(claim), changesOf(claim), { [field]: 1 });
}

/** Claims one record in the same way; `undefined` if it is not due. */
export async function claimRecord<Stored>(
  model: Model<Stored>,
  _id: string,
  claim: Claim<Stored>,
): Promise<Stored | undefined> {
  return update(model, { ...dueFor(claim), _id }, changesOf(claim));
}

/**
 * Changes a claimed record, whose due time names the claim, and returns it as it is then. With another `dueAt` in `changes` it
 * is prolonged or released. Returns `undefined` if the claim has passed to another process or the record is gone.
 */
export async function changeClaimed<Stored extends { _id: string; dueAt: Date }>(
  model: Model<Stored>,
  { _id, dueAt }: Stored,
  changes: UpdateQuery<Stored>,
): Promise<Stored | undefined> {
  return update(model, { _id, dueAt }, changes);
}

interface DueRecordsOptions {
  /** The clock that says what is due. */
  clock: Clock;
  /** How long a claim holds; a record whose process dies is due again after it. */
  leaseMs: number;
  /** Nothing more is claimed once it is aborted. */
  signal: AbortSignal | undefined;
}

/** Claims due records one after another, each when the work on the last has ended, until none is due. */
export async function* dueRecords<Stored>(
  claim: (now: Date, until: Date) => Promise<Stored | undefined>,
  { clock, leaseMs, signal }: DueRecordsOptions,
): AsyncGenerator<Stored, void, undefined> {
  while (signal?.aborted !== true) {
    const claimed = await claim(clock.now(), fromNow(clock, leaseMs));
    if (claimed === undefined) return;
    yield claimed;
  }
}

function dueFor<Stored>(claim: Claim<Stored>): QueryFilter<Stored> {
  const { field = 'dueAt', where } = claim;
  const due = 'now' in claim ? { [field]: { $lte: claim.now } } : claim.due;
  return { ...where, ...due };
}

function changesOf<Stored>({ field = 'dueAt', until, set, inc }: ClaimOptions<Stored>): UpdateQuery<Stored> {
  return { $set: { ...set, [field]: until }, ...(inc !== undefined && { $inc: inc }) };
}

async function update<Stored>(
  model: Model<Stored>,
  filter: QueryFilter<Stored>,
  changes: UpdateQuery<Stored>,
  sort?: { [field: string]: 1 },
): Promise<Stored | undefined> {
  const options = { returnDocument: 'after' as const, ...(sort !== undefined && { sort }) };
  return (await model.findOneAndUpdate(filter, changes, options).lean<Stored>()) ?? undefined;
}
