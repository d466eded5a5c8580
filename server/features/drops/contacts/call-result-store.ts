import type { QueryFilter, Types, UpdateQuery } from 'mongoose';
import { resultKeyOf } from '#shared/call-reasons.ts';
import type { ClaimDocument } from '#server/features/drops/claims/claim-store.ts';
import { withoutPreparations } from './call-store.ts';
import {
  AT_CARRIER,
  CALLED_STATES,
  type CallState,
  type ContactDocument,
  type ContactModel,
} from './contact-model.ts';

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
  'code',
  'retryable',
  'carrierFault',
  'failedBefore',
  'previous',
  'called',
  'settlement',
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

type ClaimOfCalls = Pick<ClaimDocument, '_id' | 'campaignId' | 'run'>;

/** Calls of one run that have become final with the same result. */
export interface EndedCalls extends Pick<FinalCall, 'status' | 'code' | 'reason'> {
  campaignId: string;
  run: number;
  calls: number;
  /** Nobody was called in this run: a call of an earlier one, which had ended as failed, was delivered after all. */
  late?: true;
}

/** What a store announces. */
export interface CallResultListeners {
  /** Calls became final, each once in a run; a late success only where it ends a call that waited for its retry. */
  ended?: (ended: EndedCalls) => void;
  /** Calls that had ended as failed were delivered, each once. */
  delivered?: (calls: number) => void;
}

/** States that a settlement counts: final calls, and those cancelled after the deletion of their campaign. */
const TO_SETTLE: CallState[] = ['success', 'failed', 'cancelled'];
const ROW = Object.fromEntries(ROW_FIELDS.map((field) => [field, 1 as const]));

/** Turns a call that was settled as failed into a delivered one that is settled once more, on its original day. */
const LATE_DELIVERY = {
  status: 'success',
  code: '0',
  reason: '',
  resultKey: 'delivered',
  failedBefore: { retryable: { $eq: ['$retryable', true] }, reason: '$reason', code: '$code' },
  retryable: false,
  unsettled: true,
};

/**
 * Results of calls: refusals, reports, missing reports, and their settlement. Changed in bulk and from an expected state,
 * like the calls in `CallStore`.
 */
export class CallResultStore {
  readonly #model: ContactModel;
  readonly #listeners: CallResultListeners;

  constructor(model: ContactModel, listeners: CallResultListeners = {}) {
    this.#model = model;
    this.#listeners = listeners;
  }

  /** Records that the carrier rejected calls of a claim permanently. */
  markRefused(claim: ClaimOfCalls, ids: readonly Types.ObjectId[], call: FinalCall): Promise<number> {
    const { _id, campaignId } = claim;
    const claimed = { campaignId, _id: { $in: ids }, status: 'claimed', claim: _id };
    return this.#end(claim, claimed, call);
  }

  /** Fails claimed calls that are not made after all, so that nothing says when they were. */
  markNotMade(claim: ClaimOfCalls, ids: readonly Types.ObjectId[], call: FinalCall): Promise<number> {
    const { _id, campaignId } = claim;
    const claimed = { campaignId, _id: { $in: ids }, status: 'claimed', claim: _id };
    return this.#end(claim, claimed, call, { $unset: { called: 1, outsideHours: 1 } });
  }

  /** Returns these calls with their contacts, in the order of the ids. */
  async listByIds(ids: readonly Types.ObjectId[]): Promise<ContactDocument[]> {
    const found = await this.#model.find({ _id: { $in: ids } }).lean<ContactDocument[]>();
    const byId = new Map(found.map((call) => [call._id.toHexString(), call]));
    return ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
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
    const open = { campaignId, seq: { $in: seqs }, run, status: { $in: AT_CARRIER } };
    return this.#end({ campaignId, run }, open, call);
  }

  /** Ends calls that are not claimed: retries withdrawn by a late success, and suppressed numbers. */
  finishPending(
    campaignId: string,
    run: number,
    ids: readonly Types.ObjectId[],
    call: FinalCall,
  ): Promise<number> {
    const pending = { campaignId, _id: { $in: ids }, run, status: 'pending' };
    const isLate = call.status === 'success';
    return this.#end({ campaignId, run, ...(isLate && { late: true }) }, pending, call);
  }

  /**
   * Records a success of calls that failed or are being retried. A call settled as failed becomes delivered and
   * unsettled; otherwise the success counts if the call fails. Returns how many matched, repetitions included.
   */
  async recordLateSuccess(campaignId: string, run: number, ids: readonly Types.ObjectId[]): Promise<number> {
    const isSettled = { $eq: [{ $type: '$unsettled' }, 'missing'] };
    const { matchedCount, modifiedCount } = await this.#model.collection.updateMany(
      { campaignId, _id: { $in: ids }, run, status: { $in: ['failed', ...AT_CARRIER] } },
      [{ $set: { lateSuccess: true, ...fieldsWhere(isSettled, LATE_DELIVERY) } }],
    );
    if (modifiedCount > 0) this.#listeners.delivered?.(modifiedCount);
    return matchedCount;
  }

  /** Fails the calls of a claim that were never reported. */
  giveUp(claim: ClaimOfCalls & Pick<ClaimDocument, 'seqs'>, call: FinalCall): Promise<number> {
    const { _id, campaignId, seqs } = claim;
    const open = { campaignId, seq: { $in: seqs }, claim: _id, status: { $in: AT_CARRIER } };
    return this.#end(claim, open, call);
  }

  /** Fails all calls of a run that may be at the carrier under these claims. */
  giveUpUnder(
    of: Pick<EndedCalls, 'campaignId' | 'run'>,
    claims: readonly string[],
    call: FinalCall,
  ): Promise<number> {
    const { campaignId } = of;
    const open = { campaignId, unsettled: true, status: { $in: AT_CARRIER }, claim: { $in: claims } };
    return this.#end(of, open, call);
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

  /** Ends the calls of a filter, which are all of one run. */
  async #end(
    { campaignId, run, late }: Pick<EndedCalls, 'campaignId' | 'run' | 'late'>,
    filter: Record<string, unknown>,
    call: FinalCall,
    also: UpdateQuery<ContactDocument> = {},
  ): Promise<number> {
    const calls = await this.#update(filter, { $set: { ...call, resultKey: resultKeyOf(call) }, ...also });
    const { status, code, reason } = call;
    if (calls === 0) return 0;
    this.#listeners.ended?.({
      campaignId,
      run,
      status,
      code,
      reason,
      calls,
      ...(late === true && { late }),
    });
    if (late === true) this.#listeners.delivered?.(calls);
    return calls;
  }

  async #update(
    filter: Record<string, unknown>,
    update: UpdateQuery<ContactDocument> | Record<string, unknown>[],
  ): Promise<number> {
    return (await this.#model.collection.updateMany(filter, update)).modifiedCount;
  }
}

/**
 * Returns `$set` fields of a pipeline that take the values of `fields` if a condition holds, otherwise those of
 * `others` or their current values.
 */
function fieldsWhere(
  condition: object,
  fields: Record<string, unknown>,
  others: Record<string, string> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      { $cond: [condition, value, others[name] ?? `$${name}`] },
    ]),
  );
}
