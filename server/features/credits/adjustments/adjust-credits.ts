import type { Clock } from '#server/platform/lib/clock.ts';
import type { AdjustmentModel } from './adjustment-model.ts';
import { checkCommand, type AdjustCommand } from '#server/features/credits/commands.ts';
import type { CommandResult, CreditLedger } from '#server/features/credits/api.ts';
import { RECORDS_AT_A_TIME, type AuditSource } from '../audit/audit-source.ts';

/** A correction requested by support. */
export interface Correction {
  /** Makes the correction idempotent. */
  id: string;
  streamId: string;
  /** Signed credits. */
  amount: number;
  reason: string;
  by: string;
}

/**
 * Corrects a balance by an `adjust` event. The record is written first: if the process dies before the event, the audit
 * reports the correction as in progress, and a retry with the same id completes it.
 */
export async function adjustCredits(
  { ledger, adjustments, clock }: { ledger: CreditLedger; adjustments: AdjustmentModel; clock: Clock },
  { id, streamId, amount, reason, by }: Correction,
): Promise<CommandResult> {
  const command: AdjustCommand = { type: 'adjust', key: `adjust:${id}`, amount, reason };
  checkCommand(streamId, command);
  const record = await adjustments
    .findOneAndUpdate(
      { _id: command.key },
      { $setOnInsert: { streamId, amount, reason, by, at: clock.now(), outcome: 'open' } },
      { upsert: true, returnDocument: 'after' },
    )
    .lean();
  if (record.streamId !== streamId || record.amount !== amount || record.reason !== reason) {
    return { ok: false, refusal: { type: 'KeyConflict', key: command.key } };
  }
  const result = await ledger.execute(streamId, command);
  // A slow refused attempt must not overwrite the outcome of a later successful one.
  const undone = result.ok ? {} : ({ outcome: 'open' } as const);
  await adjustments.updateOne(
    { _id: command.key, ...undone },
    { $set: { outcome: result.ok ? 'done' : 'refused' } },
  );
  return result;
}

/** Creates the audit source of corrections by support. */
export function createAdjustmentSource(adjustments: AdjustmentModel): AuditSource {
  return {
    name: 'corrections',
    explains: (key) => key.startsWith('adjust:'),
    async *expectedEvents(streamId) {
      const found = adjustments.find({ streamId }).batchSize(RECORDS_AT_A_TIME).lean();
      for await (const { _id, amount, by, at, outcome } of found) {
        if (outcome === 'refused') continue;
        yield { key: _id, cause: `the correction of ${by}`, due: outcome === 'done', since: at, amount };
      }
    },
    /** A retry of a refused correction may append its event before the record is updated. */
    async causing(_streamId, keys) {
      const found = await adjustments.find({ _id: { $in: [...keys] } }, { _id: 1 }).lean();
      return new Set(found.map(({ _id }) => _id));
    },
  };
}
