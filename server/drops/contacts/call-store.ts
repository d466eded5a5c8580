import type { QueryFilter, Types, UpdateQuery } from 'mongoose';
import type { ClaimDocument } from '#server/drops/claims/claim-model.ts';
import { CALLED_STATES, type CallState, type ContactDocument, type ContactModel } from './contact-model.ts';
import { fieldsWhere } from './pipeline-fields.ts';

/** A pending contact as read for a claim. */
export type PendingCall = Pick<ContactDocument, '_id' | 'seq' | 'run' | 'phone' | 'fields'>;
const ROW_FIELDS = [
  '_id',
  'campaignId',
  'seq',
  'run',
  'runEpoch',
  'status',
  'phone',
  'at',
  'reason',
  'retryable',
  'carrierFault',
  'failedBefore',
  'previous',
] as const;
/** A call as read for a report or a settlement. */
export type CallRow = Pick<ContactDocument, (typeof ROW_FIELDS)[number]>;

/** The result of a call. */
export interface FinalCall {
  status: 'success' | 'failed';
  at: Date;
  code: string;
  reason: string;
  retryable: boolean;
  /** It failed through no fault of the number: a high rate of such calls pauses the campaign. */
  carrierFault?: true;
}

const AT_CARRIER: CallState[] = ['claimed', 'placed'];
const FINAL: CallState[] = ['success', 'failed'];
/** States that a settlement counts: final calls, and those cancelled after the deletion of their campaign. */
const TO_SETTLE: CallState[] = [...FINAL, 'cancelled'];
/** Calls whose claims are read per scan; the next scan reads the rest. */
const CLAIMED_LIMIT = 5_000;
const ROW = Object.fromEntries(ROW_FIELDS.map((field) => [field, 1 as const]));

/** Turns a call that was settled as failed into a delivered one that is settled once more, on its original day. */
const LATE_DELIVERY = {
  status: 'success',
  code: '0',
  reason: '',
  failedBefore: { retryable: { $eq: ['$retryable', true] } },
  retryable: false,
  unsettled: true,
};

/**
 * State changes of calls, always in bulk and always from an expected state. Equal changes use `updateMany`, which is
 * three times cheaper than a bulk of single updates.
 */
export class CallStore {
  readonly #model: ContactModel;

  constructor(model: ContactModel) {
    this.#model = model;
  }

  /** Returns the next pending calls after a number, without those of voided preparations. */
  listPending(
    campaignId: string,
    afterSeq: number,
    voidedPreparations: readonly string[],
    limit: number,
  ): Promise<PendingCall[]> {
    return this.#model
      .find({
        campaignId,
        unsettled: true,
        status: 'pending',
        seq: { $gt: afterSeq },
        ...withoutPreparations(voidedPreparations),
      })
      .select({ seq: 1, run: 1, phone: 1, fields: 1 })
      .sort({ seq: 1 })
      .limit(limit)
      .lean<PendingCall[]>()
      .exec();
  }

  /** Claims those that are still pending in the run of the claim. Returns how many. */
  claim(
    { campaignId, _id: claim, run, runEpoch }: Pick<ClaimDocument, '_id' | 'campaignId' | 'run' | 'runEpoch'>,
    ids: readonly Types.ObjectId[],
    at: Date,
  ): Promise<number> {
    return this.#update(
      { campaignId, _id: { $in: ids }, run, status: 'pending' },
      { $set: { status: 'claimed', claim, runEpoch, at } },
    );
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
      { $set: { status: 'pending' }, $unset: { claim: 1, runEpoch: 1, at: 1 } },
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

  /** Records that the carrier rejected calls permanently. */
  markRefused(
    campaignId: string,
    ids: readonly Types.ObjectId[],
    claim: string,
    call: FinalCall,
  ): Promise<number> {
    return this.#update({ campaignId, _id: { $in: ids }, status: 'claimed', claim }, { $set: call });
  }

  /** Returns the calls with these numbers in a campaign. */
  listBySeq(campaignId: string, seqs: readonly number[]): Promise<CallRow[]> {
    return this.#model
      .find({ campaignId, seq: { $in: [...seqs] } }, ROW)
      .lean<CallRow[]>()
      .exec();
  }

  /** Returns the claimed or unsettled calls to these phone numbers, in any campaign. */
  listUnsettledTo(phones: readonly string[]): Promise<CallRow[]> {
    return this.#model
      .find({ phone: { $in: [...phones] }, unsettled: true, status: { $in: [...CALLED_STATES] } }, ROW)
      .lean<CallRow[]>()
      .exec();
  }

  /** Returns the calls to these phone numbers in these campaigns. */
  listByNumber(campaignIds: readonly string[], phones: readonly string[]): Promise<CallRow[]> {
    return this.#model
      .find({ campaignId: { $in: [...campaignIds] }, phone: { $in: [...phones] } }, ROW)
      .lean<CallRow[]>()
      .exec();
  }

  /**
   * Records the first final report of calls with these numbers in a run; calls that are final already are unchanged.
   * Returns how many were open.
   */
  report(campaignId: string, run: number, seqs: readonly number[], call: FinalCall): Promise<number> {
    return this.#update({ campaignId, seq: { $in: seqs }, run, status: { $in: AT_CARRIER } }, { $set: call });
  }

  /** Ends calls that are not claimed: retries withdrawn by a late success, and suppressed numbers. */
  finishPending(
    campaignId: string,
    run: number,
    ids: readonly Types.ObjectId[],
    call: FinalCall,
  ): Promise<number> {
    return this.#update({ campaignId, _id: { $in: ids }, run, status: 'pending' }, { $set: call });
  }

  /**
   * Records a success of calls that failed or are being retried. A call settled as failed becomes delivered and
   * unsettled; otherwise the success counts if the call fails. Returns how many matched, repetitions included.
   */
  async recordLateSuccess(campaignId: string, run: number, ids: readonly Types.ObjectId[]): Promise<number> {
    const isSettled = { $eq: [{ $type: '$unsettled' }, 'missing'] };
    const { matchedCount } = await this.#model.collection.updateMany(
      { campaignId, _id: { $in: ids }, run, status: { $in: ['failed', ...AT_CARRIER] } },
      [{ $set: { lateSuccess: true, ...fieldsWhere(isSettled, LATE_DELIVERY) } }],
    );
    return matchedCount;
  }

  /** Fails the calls of a claim that were never reported. */
  giveUp(campaignId: string, seqs: readonly number[], claim: string, call: FinalCall): Promise<number> {
    return this.#update(
      { campaignId, seq: { $in: seqs }, claim, status: { $in: AT_CARRIER } },
      { $set: call },
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

  /** Fails all calls of a campaign that may be at the carrier under these claims. */
  giveUpUnder(campaignId: string, claims: readonly string[], call: FinalCall): Promise<number> {
    return this.#update(
      { campaignId, unsettled: true, status: { $in: AT_CARRIER }, claim: { $in: claims } },
      { $set: call },
    );
  }

  /**
   * Returns the unsettled calls up to a run, without those of voided preparations, for which nothing is held. A late
   * success during the preparation of a retry is paid from the hold of that run, once it begins.
   */
  listUnsettled(
    campaignId: string,
    run: number,
    voidedPreparations: readonly string[],
    limit: number,
  ): Promise<CallRow[]> {
    const final: QueryFilter<ContactDocument> = {
      campaignId,
      unsettled: true,
      status: { $in: TO_SETTLE },
      run: { $lte: run },
    };
    return this.#model
      .find({ ...final, ...withoutPreparations(voidedPreparations) }, ROW)
      .limit(limit)
      .lean<CallRow[]>()
      .exec();
  }

  /**
   * Marks the calls of a settlement. Failed calls with a late success become delivered and unsettled again. The run
   * and the previous settlement protect calls that have moved on from a slow settler.
   */
  markSettled(
    campaignId: string,
    run: number,
    ids: readonly Types.ObjectId[],
    settlement: number,
  ): Promise<number> {
    const isLate = { $and: [{ $eq: ['$status', 'failed'] }, { $eq: ['$lateSuccess', true] }] };
    const marked = fieldsWhere(isLate, LATE_DELIVERY, { unsettled: '$$REMOVE' });
    return this.#update(
      {
        campaignId,
        _id: { $in: ids },
        run,
        status: { $in: TO_SETTLE },
        settlement: { $not: { $gte: settlement } },
      },
      [{ $set: { settlement, ...marked } }],
    );
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

function withoutPreparations(ids: readonly string[]): { preparationId?: { $nin: string[] } } {
  return ids.length > 0 ? { preparationId: { $nin: [...ids] } } : {};
}
