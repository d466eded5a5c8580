import type { Clock } from '#server/lib/clock.ts';
import type { AdjustmentModel } from './adjustment-model.ts';
import { checkCommand } from '#server/credits/command-schema.ts';
import type { AdjustCommand } from '#server/credits/commands.ts';
import type { CommandResult, CreditLedger } from '#server/credits/ledger-port.ts';

/** A correction as support asks for it. */
export interface Correction {
  /** Names it; asked again under the same id it is the same correction. */
  id: string;
  streamId: string;
  /** Signed credits. */
  amount: number;
  reason: string;
  by: string;
}

/**
 * Corrects a balance by an event of its own; no event is ever changed. The record comes first: if this process dies
 * in between, the audit names the correction as in progress, and the same id carries it out.
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
  // A try that was refused and is slow must not hide that a later one succeeded.
  const undone = result.ok ? {} : ({ outcome: 'open' } as const);
  await adjustments.updateOne(
    { _id: command.key, ...undone },
    { $set: { outcome: result.ok ? 'done' : 'refused' } },
  );
  return result;
}
