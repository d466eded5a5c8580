import type { QueryFilter, Types, UpdateQuery } from 'mongoose';
import type { AppliedHours } from '#shared/calling/calendar.ts';
import type { ClaimDocument } from '#server/features/drops/claims/claim-store.ts';
import { AT_CARRIER, type CallState, type ContactDocument, type ContactModel } from './contact-model.ts';

/** A pending contact as read for a claim. */
export type PendingCall = Pick<ContactDocument, '_id' | 'seq' | 'run' | 'phone' | 'window' | 'fields'>;

/** Which pending calls to read. */
interface PendingQuery {
  /** Those after this number. */
  afterSeq: number;
  /** Those without one of these preparations, for which nothing is held. */
  voidedPreparations: readonly string[];
  limit: number;
  /** Those of these window classes, at most `MAX_WINDOWS`; all where unset. */
  windows?: readonly string[] | undefined;
}

/** The database merges no more ranges of an index in order. */
export const MAX_WINDOWS = 150;
const WINDOWS_INDEX = 'pending_windows';
/** Calls whose claims are read per scan; the next scan reads the rest. */
const CLAIMED_LIMIT = 5_000;

/**
 * State changes of calls until the carrier has them, and cancellations; always in bulk and from an expected state. Equal
 * changes use `updateMany`, which is three times cheaper than a bulk of single updates.
 */
export class CallStore {
  readonly #model: ContactModel;

  constructor(model: ContactModel) {
    this.#model = model;
  }

  /** Returns the next pending calls by number. */
  listPending(
    campaignId: string,
    { afterSeq, voidedPreparations, limit, windows }: PendingQuery,
  ): Promise<PendingCall[]> {
    const found = this.#model
      .find({
        ...pendingOf(campaignId),
        seq: { $gt: afterSeq },
        ...withoutPreparations(voidedPreparations),
        ...(windows !== undefined && { window: { $in: [...windows] } }),
      })
      .select(PENDING_FIELDS)
      .sort({ seq: 1 })
      .limit(limit);
    // A plan that was chosen while all classes were open reads every closed contact.
    return (windows === undefined ? found : found.hint(WINDOWS_INDEX)).lean<PendingCall[]>().exec();
  }

  /** Returns the window classes of the pending calls, null for calls without one; from the index alone. */
  async listWindows(campaignId: string): Promise<(string | null)[]> {
    const windows: unknown = await this.#model.collection.distinct('window', pendingOf(campaignId));
    return windows as (string | null)[];
  }

  /** Counts the pending calls of each window class, null for calls without one; from the index alone. */
  countWindows(campaignId: string): Promise<{ _id: string | null; count: number }[]> {
    return this.#model
      .aggregate<{ _id: string | null; count: number }>([
        { $match: pendingOf(campaignId) },
        { $group: { _id: '$window', count: { $sum: 1 } } },
      ])
      .hint(WINDOWS_INDEX)
      .exec();
  }

  /** Returns pending calls without a window class. */
  listWithoutWindow(campaignId: string, limit: number): Promise<PendingCall[]> {
    return this.#model
      .find({ ...pendingOf(campaignId), window: null }, PENDING_FIELDS)
      .limit(limit)
      .hint(WINDOWS_INDEX)
      .lean<PendingCall[]>()
      .exec();
  }

  /** Stores the window class of calls that have none. */
  async setWindow(campaignId: string, ids: readonly Types.ObjectId[], window: string): Promise<void> {
    await this.#update({ campaignId, _id: { $in: ids }, window: null }, { $set: { window } });
  }

  /**
   * Claims those that are still pending in the run of the claim, and records with each the rules that apply to its window
   * class, and with those of `outside` that they are called outside their hours. Returns how many.
   */
  claim(
    { campaignId, _id: claim, run, runEpoch }: Pick<ClaimDocument, '_id' | 'campaignId' | 'run' | 'runEpoch'>,
    ids: readonly Types.ObjectId[],
    at: Date,
    applied: ReadonlyMap<string, AppliedHours>,
    outside: readonly Types.ObjectId[] = [],
  ): Promise<number> {
    const called = { $mergeObjects: [appliedTo('$window', applied), { at }] };
    const isOutside = outside.length === ids.length || { $in: ['$_id', { $literal: [...outside] }] };
    const outsideHours = { $cond: [isOutside, true, '$$REMOVE'] };
    return this.#update({ campaignId, _id: { $in: ids }, run, status: 'pending' }, [
      {
        $set: { status: 'claimed', claim, runEpoch, at, called, ...(outside.length > 0 && { outsideHours }) },
      },
    ]);
  }

  /** Returns the numbers of the calls of a claim that have no response of the carrier yet. */
  async listClaimed(campaignId: string, seqs: readonly number[], claim: string): Promise<Set<number>> {
    const rows = await this.#model
      .find({ campaignId, seq: { $in: [...seqs] }, status: 'claimed', claim }, { seq: 1 })
      .lean<Pick<ContactDocument, 'seq'>[]>();
    return new Set(rows.map(({ seq }) => seq));
  }

  /**
   * Puts claimed calls that were never placed back to pending, by number. Those that a late success of an earlier run
   * has delivered become final instead, so that they are not called again.
   */
  async release(campaignId: string, seqs: readonly number[], claim: string): Promise<number> {
    const claimed = { campaignId, seq: { $in: seqs }, status: 'claimed', claim };
    const delivered = { status: 'success', code: '0', reason: '', retryable: false };
    await this.#update({ ...claimed, lateSuccess: true }, { $set: delivered });
    return this.#update(
      { ...claimed, lateSuccess: { $exists: false } },
      { $set: { status: 'pending' }, $unset: { claim: 1, runEpoch: 1, at: 1, called: 1, outsideHours: 1 } },
    );
  }

  /**
   * Records that the carrier has, or may have, these calls: from here on their reports decide. Keeps the time of the
   * claim, and leaves calls that are reported already unchanged.
   */
  markPlaced(campaignId: string, ids: readonly Types.ObjectId[], claim: string): Promise<number> {
    return this.#update(
      { campaignId, _id: { $in: ids }, status: 'claimed', claim },
      { $set: { status: 'placed' } },
    );
  }

  /** Returns the claims of the first calls of a campaign that may be at the carrier. */
  async listClaims(campaignId: string): Promise<string[]> {
    const rows = await this.#model
      .find({ campaignId, unsettled: true, status: { $in: AT_CARRIER } }, { claim: 1 })
      .limit(CLAIMED_LIMIT)
      .lean<Pick<ContactDocument, 'claim'>[]>();
    return [...new Set(rows.flatMap(({ claim }) => claim ?? []))];
  }

  /**
   * Cancels up to `limit` calls that a worker released after the campaign was deleted, to be settled as they hold
   * credits. Calls of voided preparations hold none.
   */
  cancelReleased(campaignId: string, voidedPreparations: readonly string[], limit: number): Promise<number> {
    return this.#cancel({ campaignId, ...withoutPreparations(voidedPreparations) }, limit, {
      $set: { status: 'cancelled' },
    });
  }

  /** Cancels up to `limit` calls that are not claimed yet. */
  cancelPending(campaignId: string, limit: number): Promise<number> {
    return this.#cancel({ campaignId }, limit, { $set: { status: 'cancelled' }, $unset: { unsettled: 1 } });
  }

  async #cancel(
    of: { campaignId: string },
    limit: number,
    change: UpdateQuery<ContactDocument>,
  ): Promise<number> {
    const pending = { ...of, unsettled: true, status: 'pending' } as const;
    const rows = await this.#model.find(pending, { _id: 1 }).limit(limit).lean<{ _id: Types.ObjectId }[]>();
    if (rows.length === 0) return 0;
    return this.#update({ ...pending, _id: { $in: rows.map(({ _id }) => _id) } }, change);
  }

  /**
   * Returns how many calls `cancelPending` has cancelled, without those of voided preparations, for which nothing is
   * held.
   */
  countCancelled(campaignId: string, voidedPreparations: readonly string[]): Promise<number> {
    const atOnce = { unsettled: { $exists: false }, settlement: { $exists: false } };
    return this.#model.countDocuments({
      campaignId,
      status: 'cancelled',
      ...atOnce,
      ...withoutPreparations(voidedPreparations),
    });
  }

  /** Returns whether a campaign has unsettled calls in one of these states, without those of voided preparations. */
  async has(
    campaignId: string,
    states: readonly CallState[],
    voidedPreparations: readonly string[] = [],
  ): Promise<boolean> {
    const open: QueryFilter<ContactDocument> = {
      campaignId,
      unsettled: true,
      status: { $in: [...states] },
      ...withoutPreparations(voidedPreparations),
    };
    return (await this.#model.exists(open)) !== null;
  }

  async #update(
    filter: Record<string, unknown>,
    update: UpdateQuery<ContactDocument> | Record<string, unknown>[],
  ): Promise<number> {
    return (await this.#model.collection.updateMany(filter, update)).modifiedCount;
  }
}

/** Returns an expression for the rules of a window class; an empty document for a class without any. */
function appliedTo(window: string, applied: ReadonlyMap<string, AppliedHours>) {
  const position = { $indexOfArray: [{ $literal: [...applied.keys()] }, window] };
  return { $arrayElemAt: [{ $literal: [{}, ...applied.values()] }, { $add: [position, 1] }] };
}

const PENDING_FIELDS = { seq: 1, run: 1, phone: 1, window: 1, fields: 1 };

function pendingOf(campaignId: string) {
  return { campaignId, unsettled: true, status: 'pending' } as const;
}

/** Returns the condition that leaves out the calls of these preparations, for which nothing is held. */
export function withoutPreparations(ids: readonly string[]): { preparationId?: { $nin: string[] } } {
  return ids.length > 0 ? { preparationId: { $nin: [...ids] } } : {};
}
