import type { Types } from 'mongoose';
import {
  CALL_REASONS,
  callReasonKey,
  CARRIER_REASON_CODES,
  OWN_REASONS,
  type CallReasonKey,
} from '#shared/call-reasons.ts';
import { sumReasons, type ReasonCounts } from '#server/features/drops/settlement/call-counts.ts';
import type { ContactDocument, ContactModel } from './contact-model.ts';

/** A failed contact that a retry may call again. */
export type FailedContact = Pick<ContactDocument, '_id' | 'seq' | 'phone' | 'window' | 'reason' | 'code'>;

const EARLIER = { $ifNull: ['$earlier', []] };
/** The earlier calls of a contact and its present one, if it was called at all. */
const WITH_THIS_CALL = {
  $concatArrays: [
    EARLIER,
    {
      $cond: [
        { $eq: [{ $type: '$called' }, 'missing'] },
        [],
        [
          {
            run: '$run',
            at: '$at',
            reason: '$reason',
            code: '$code',
            called: '$called',
            outsideHours: '$outsideHours',
          },
        ],
      ],
    },
  ],
};
/** The earlier calls of a contact without the one that a retry put there. */
const WITHOUT_PREVIOUS = {
  $filter: { input: EARLIER, as: 'call', cond: { $ne: ['$$call.run', '$previous.run'] } },
};

/** A late success may have ended a call that waited to be made again. */
const unlessDelivered = (value: unknown, late: unknown) => ({
  $cond: [{ $eq: ['$status', 'success'] }, late, value],
});

const CODE_BEFORE = { $ifNull: ['$previous.code', ''] };
/** The code and reason of a call before its retry. Only a few texts: those of unknown codes differ from call to call. */
const REASON_BEFORE = {
  code: {
    $cond: [
      { $in: [CODE_BEFORE, CARRIER_REASON_CODES] },
      CODE_BEFORE,
      { $cond: [{ $eq: [CODE_BEFORE, ''] }, '', '?'] },
    ],
  },
  reason: {
    $cond: [
      { $in: ['$previous.reason', OWN_REASONS.map((key) => CALL_REASONS[key])] },
      '$previous.reason',
      '',
    ],
  },
};

/** Failed calls of campaigns that are put back to pending, and preparations that are undone. */
export class RetryStore {
  readonly #model: ContactModel;

  constructor(model: ContactModel) {
    this.#model = model;
  }

  /**
   * Undoes a preparation after the first: requeued contacts are failed again, new ones are removed. One that was delivered
   * meanwhile becomes a late success of the call that had failed, to be settled.
   */
  async undoPreparation(campaignId: string, preparationId: string): Promise<void> {
    await this.#model.updateMany(
      { campaignId, preparationId, later: true, previous: { $exists: true } },
      [
        {
          $set: {
            status: unlessDelivered('failed', 'success'),
            retryable: unlessDelivered(true, false),
            unsettled: unlessDelivered('$$REMOVE', true),
            failedBefore: unlessDelivered('$$REMOVE', {
              retryable: true,
              reason: '$previous.reason',
              code: '$previous.code',
            }),
            preparationId: '$previous.preparationId',
            run: '$previous.run',
            at: '$previous.at',
            reason: unlessDelivered('$previous.reason', ''),
            code: unlessDelivered('$previous.code', '0'),
            resultKey: unlessDelivered('$previous.resultKey', 'delivered'),
            settlement: '$previous.settlement',
            called: '$previous.called',
            outsideHours: '$previous.outsideHours',
            earlier: WITHOUT_PREVIOUS,
          },
        },
        { $unset: ['previous', 'claim', 'runEpoch', 'later'] },
      ],
      { updatePipeline: true },
    );
    // Without those that a slow worker of a retry has put back since.
    await this.#model.deleteMany({ campaignId, preparationId, later: true, previous: { $exists: false } });
  }

  /** Returns the next retryable failed contacts after a number; of these numbers alone where they are given. */
  listRetryable(
    campaignId: string,
    { afterSeq, limit, among }: { afterSeq: number; limit: number; among?: readonly number[] | undefined },
  ): Promise<FailedContact[]> {
    const seq = { $gt: afterSeq, ...(among && { $in: [...among] }) };
    return this.#model
      .find(
        { campaignId, seq, status: 'failed', retryable: true },
        { seq: 1, phone: 1, window: 1, reason: 1, code: 1 },
      )
      .sort({ seq: 1 })
      .limit(limit)
      .lean<FailedContact[]>()
      .exec();
  }

  /** Puts retryable failed contacts back to pending in `run`. */
  async requeue(
    campaignId: string,
    ids: readonly Types.ObjectId[],
    preparationId: string,
    run: number,
  ): Promise<void> {
    await this.#model.updateMany(
      { campaignId, _id: { $in: [...ids] }, status: 'failed', retryable: true },
      [
        {
          $set: {
            previous: {
              preparationId: '$preparationId',
              run: '$run',
              at: '$at',
              reason: '$reason',
              code: '$code',
              resultKey: '$resultKey',
              settlement: '$settlement',
              called: '$called',
              outsideHours: '$outsideHours',
              counted: true,
            },
            earlier: WITH_THIS_CALL,
            status: 'pending',
            unsettled: true,
            listId: { $ifNull: ['$listId', '$preparationId'] },
            preparationId,
            later: true,
            run,
          },
        },
        {
          $unset: [
            'reason',
            'code',
            'resultKey',
            'retryable',
            'carrierFault',
            'settlement',
            'claim',
            'runEpoch',
            'called',
            'outsideHours',
          ],
        },
      ],
      { updatePipeline: true },
    );
  }

  countOfPreparation(campaignId: string, preparationId: string): Promise<number> {
    return this.#model.countDocuments({ campaignId, preparationId, later: true });
  }

  /** Returns the calls that a retry makes again by reason, as they were before. */
  async retriedReasons(campaignId: string, preparationId: string): Promise<ReasonCounts> {
    const groups = await this.#model.aggregate<{
      _id: { key: CallReasonKey | null; code: string; reason: string };
      calls: number;
    }>([
      { $match: { campaignId, preparationId, later: true } },
      // A code may have got a key of its own since the call was counted.
      { $group: { _id: { key: '$previous.resultKey', ...REASON_BEFORE }, calls: { $sum: 1 } } },
    ]);
    return groups.reduce<ReasonCounts>(
      (counts, { _id, calls }) =>
        sumReasons(counts, { [_id.key ?? callReasonKey(_id)]: { calls, retryable: calls } }),
      {},
    );
  }
}
