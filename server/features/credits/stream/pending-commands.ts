import { AppError } from '#server/platform/lib/errors.ts';
import type { CreditCommand } from '#server/features/credits/commands.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { requestHash } from './hash.ts';
import type { CommandResult, RecordedEvent } from '#server/features/credits/api.ts';
import { LedgerIntegrityError } from './record.ts';

/** A command whose caller is waiting. A retry (`retries > 0`) is decided on freshly read state. */
export interface PendingCommand {
  streamId: string;
  command: CreditCommand;
  retries: number;
  resolve: (result: CommandResult) => void;
  reject: (error: Error) => void;
}

/** Resolves the callers of a new event: it is new to the first, a repetition to the others. */
export function resolveWritten(event: CreditEvent, [first, ...others]: readonly PendingCommand[]): void {
  first?.resolve({ ok: true, event: recorded(event), repeated: false });
  for (const other of others) resolveStored(event, other);
}

/**
 * Resolves a command whose key has an event. The same command gets the event, and `void-hold` gets the hold; other
 * content is refused with KeyConflict.
 */
export function resolveStored(event: CreditEvent, { command, resolve }: PendingCommand): void {
  const same = event.requestHash === requestHash(command);
  const tooLateToVoid = command.type === 'void-hold' && event.type === 'hold';
  if (same || tooLateToVoid) resolve({ ok: true, event: recorded(event), repeated: true });
  else resolve({ ok: false, refusal: { type: 'KeyConflict', key: command.key } });
}

/** Rejects callers whose commands have an unknown outcome. They can safely retry with the same key. */
export function rejectUnknown(callers: readonly PendingCommand[], cause: unknown): void {
  const error =
    cause instanceof LedgerIntegrityError
      ? cause
      : new AppError('UNAVAILABLE', 'The credit ledger did not respond. Please try again.', {}, { cause });
  for (const { reject } of callers) reject(error);
}

/** Returns the public part of a stored event. */
export function recorded(event: CreditEvent): RecordedEvent {
  const { version, type, key, amount, at, balance } = event;
  const common = { version, type, key, amount, at, balance };
  return 'campaignId' in event ? { ...common, campaignId: event.campaignId, lots: event.lots } : common;
}
