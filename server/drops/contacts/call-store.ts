import type { QueryFilter, Types, UpdateQuery } from 'mongoose';
import type { ClaimDocument } from '#server/drops/claims/claim-model.ts';
import { CALLED_STATES, type CallState, type ContactDocument, type ContactModel } from './contact-model.ts';
import { fieldsWhere } from './pipeline-fields.ts';

/** A pending contact as the claim reads it. */
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
/** A call as a report or a settlement finds it. */
export type CallRow = Pick<ContactDocument, (typeof ROW_FIELDS)[number]>;

/** What a final call is. */
export interface FinalCall {
  status: 'success' | 'failed';
  at: Date;
  code: string;
  reason: string;
  retryable: boolean;
  /** It failed for no fault of its number: a high share of such calls pauses the campaign. */
  carrierFault?: true;
}

const AT_CARRIER: CallState[] = ['claimed', 'placed'];
const FINAL: CallState[] = ['success', 'failed'];
/** What a settlement counts: the final calls, and those that were cancelled after what a delete cancels at once. */
const TO_SETTLE: CallState[] = [...FINAL, 'cancelled'];
/** How many calls are asked for their claims at once; the next scan asks for what is left then. */
const CLAIMED_LIMIT = 5_000;
const ROW = Object.fromEntries(ROW_FIELDS.map((field) => [field, 1 as const]));

/** What makes a failed call that is settled delivered, to be settled once more. Its day stays the one it was counted on. */
const DELIVERED_AFTER_ALL = {
  status: 'success',
  code: '0',
  reason: '',
  failedBefore: { retryable: { $eq: ['$retryable', true] } },
  retryable: false,
  unsettled: true,
};

/**
 * The calls of contacts as the engine moves them, always many at a time and always from an expected state.
 * Equal changes go by `updateMany`: three times cheaper than a bulk of single ones (design §4).
 */
export class CallStore {
  readonly #model: ContactModel;

  constructor(model: ContactModel) {
    this.#model = model;
  }

  /** The next pending calls after a number, without those that a given-up preparation left behind. */
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

  /** Claims those that are still pending in the claim's run, in a run epoch of their campaign, dated `at`; returns how many. */
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

  /** Which of a claim's calls are still without an answer of the carrier. */
  async listClaimed(campaignId: string, seqs: readonly number[], claim: string): Promise<Set<number>> {
    const rows = await this.#model
      .find({ campaignId, seq: { $in: [...seqs] }, status: 'claimed', claim }, { seq: 1 })
      .lean<Pick<ContactDocument, 'seq'>[]>();
    return new Set(rows.map(({ seq }) => seq));
  }

  /**
   * Puts claimed calls that were never sent back to pending, by their numbers. Those that an earlier run has delivered
   * after all are final instead: nobody is called again.
   */
  async release(campaignId: string, seqs: readonly number[], claim: string): Promise<number> {
    const given = { campaignId, seq: { $in: seqs }, status: 'claimed', claim };
    const delivered = { status: 'success', code: '0', reason: '', retryable: false };
    await this.#update({ ...given, lateSuccess: true }, { $set: delivered });
    return this.#update(
      { ...given, lateSuccess: { $exists: false } },
      { $set: { status: 'pending' }, $unset: { claim: 1, runEpoch: 1, at: 1 } },
    );
  }

  /** Records that the carrier has calls, or may have: from here on their reports decide. One that is reported already stays as reported. Their time stays that of the claim. */
  markPlaced(campaignId: string, ids: readonly Types.ObjectId[], claim: string): Promise<number> {
    return this.#update(
      { campaignId, _id: { $in: ids }, status: 'claimed', claim },
      { $set: { status: 'placed' } },
    );
  }

  /** Records that the carrier refused calls for good. */
  markRefused(
    campaignId: string,
    ids: readonly Types.ObjectId[],
    claim: string,
    call: FinalCall,
  ): Promise<number> {
    return this.#update({ campaignId, _id: { $in: ids }, status: 'claimed', claim }, { $set: call });
  }

  /** The calls under some numbers of a campaign. */
  listBySeq(campaignId: string, seqs: readonly number[]): Promise<CallRow[]> {
    return this.#model
      .find({ campaignId, seq: { $in: [...seqs] } }, ROW)
      .lean<CallRow[]>()
      .exec();
  }

  /** The calls to some numbers, in any campaign, that the carrier may have or that are not settled yet. */
  listUnsettledTo(phones: readonly string[]): Promise<CallRow[]> {
    return this.#model
      .find({ phone: { $in: [...phones] }, unsettled: true, status: { $in: [...CALLED_STATES] } }, ROW)
      .lean<CallRow[]>()
      .exec();
  }

  /** The calls to some numbers in some campaigns. */
  listByNumber(campaignIds: readonly string[], phones: readonly string[]): Promise<CallRow[]> {
    return this.#model
      .find({ campaignId: { $in: [...campaignIds] }, phone: { $in: [...phones] } }, ROW)
      .lean<CallRow[]>()
      .exec();
  }

  /**
   * Records the first final report of calls under some numbers of a campaign, in a run; a call that is final already stays
   * as it is. Answers how many were open.
   */
  report(campaignId: string, run: number, seqs: readonly number[], call: FinalCall): Promise<number> {
    return this.#update({ campaignId, seq: { $in: seqs }, run, status: { $in: AT_CARRIER } }, { $set: call });
  }

  /** Ends calls that were not claimed: a late success withdraws its retry, a number on the do-not-call list is skipped. */
  finishPending(
    campaignId: string,
    run: number,
    ids: readonly Types.ObjectId[],
    call: FinalCall,
  ): Promise<number> {
    return this.#update({ campaignId, _id: { $in: ids }, run, status: 'pending' }, { $set: call });
  }

  /**
   * Records a success of calls that have failed, or that are being made again. What is settled as failed is delivered
   * from now on and settled once more; of anything else the success is noted, and counts if the call fails. Returns how
   * many were in one of these states, repetitions included.
   */
  async recordLateSuccess(campaignId: string, run: number, ids: readonly Types.ObjectId[]): Promise<number> {
    const isSettled = { $eq: [{ $type: '$unsettled' }, 'missing'] };
    const { matchedCount } = await this.#model.collection.updateMany(
      { campaignId, _id: { $in: ids }, run, status: { $in: ['failed', ...AT_CARRIER] } },
      [{ $set: { lateSuccess: true, ...fieldsWhere(isSettled, DELIVERED_AFTER_ALL) } }],
    );
    return matchedCount;
  }

  /** Gives up on the calls of a claim that were never reported. */
  giveUp(campaignId: string, seqs: readonly number[], claim: string, call: FinalCall): Promise<number> {
    return this.#update(
      { campaignId, seq: { $in: seqs }, claim, status: { $in: AT_CARRIER } },
      { $set: call },
    );
  }

  /** The claims of the first calls of a campaign that the carrier may have. */
  async listClaims(campaignId: string): Promise<string[]> {
    const rows = await this.#model
      .find({ campaignId, unsettled: true, status: { $in: AT_CARRIER } }, { claim: 1 })
      .limit(CLAIMED_LIMIT)
      .lean<Pick<ContactDocument, 'claim'>[]>();
    return [...new Set(rows.flatMap(({ claim }) => claim ?? []))];
  }

  /** Gives up on every call of a campaign that the carrier may have under some claims. */
  giveUpUnder(campaignId: string, claims: readonly string[], call: FinalCall): Promise<number> {
    return this.#update(
      { campaignId, unsettled: true, status: { $in: AT_CARRIER }, claim: { $in: claims } },
      { $set: call },
    );
  }

  /**
   * Calls up to a run that are final or cancelled and that no settlement has counted yet. A late success may end a call
   * of a retry that is still being prepared: it is paid with the hold of that run, which is there when the run begins.
   * Nothing is held for what a given-up preparation left behind.
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
   * Marks the calls of a settlement. A failed call of which a success came meanwhile is delivered then and unsettled
   * again. The run and the settlement before keep a slow settler from calls that have moved on since.
   */
  markSettled(
    campaignId: string,
    run: number,
    ids: readonly Types.ObjectId[],
    settlement: number,
  ): Promise<number> {
    const isLate = { $and: [{ $eq: ['$status', 'failed'] }, { $eq: ['$lateSuccess', true] }] };
    const marked = fieldsWhere(isLate, DELIVERED_AFTER_ALL, { unsettled: '$$REMOVE' });
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
   * Cancels up to `limit` calls that a worker gave back after its campaign was deleted, to be settled: they hold credits.
   * What a given-up preparation left behind holds none.
   */
  cancelGivenBack(campaignId: string, voidedPreparations: readonly string[], limit: number): Promise<number> {
    return this.#cancel({ campaignId, ...withoutPreparations(voidedPreparations) }, limit, {
      $set: { status: 'cancelled' },
    });
  }

  /** Cancels up to `limit` calls that were not claimed yet. */
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
   * How many `cancelPending` has cancelled, without those that a given-up preparation left behind: nothing is held for
   * them.
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

  /** Whether a campaign has open calls in one of these states, without those that given-up preparations left behind. */
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
