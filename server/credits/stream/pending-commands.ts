import { AppError } from '#server/lib/errors.ts';
import type { CreditCommand } from '#server/credits/commands.ts';
import type { CreditEvent } from '#server/credits/events.ts';
import { requestHash } from './hash.ts';
import type { CommandResult, RecordedEvent } from '#server/credits/ledger-port.ts';
import { LedgerFault } from './record.ts';

/** A command whose caller waits. After its first round nothing remembered is trusted for it any more. */
export interface Waiting {
  streamId: string;
  command: CreditCommand;
  retries: number;
  resolve: (result: CommandResult) => void;
  reject: (error: Error) => void;
}

/** Answers the callers of an event that was just written: the first wrote it, the others asked for the same. */
export function responseWritten(event: CreditEvent, [first, ...others]: readonly Waiting[]): void {
  first?.resolve({ ok: true, event: recorded(event), repeated: false });
  for (const other of others) storedResponse(event, other);
}

/**
 * Answers a command whose key has an event already: the same command gets that event, and one that would void a hold
 * gets the hold; other content is refused.
 */
export function storedResponse(event: CreditEvent, { command, resolve }: Waiting): void {
  const same = event.requestHash === requestHash(command);
  const tooLateToVoid = command.type === 'void-hold' && event.type === 'hold';
  if (same || tooLateToVoid) resolve({ ok: true, event: recorded(event), repeated: true });
  else resolve({ ok: false, refusal: { type: 'KeyConflict', key: command.key } });
}

/** Tells callers that nothing is known of their command. The same key may be asked again without harm. */
export function rejectUnknown(callers: readonly Waiting[], cause: unknown): void {
  const error =
    cause instanceof LedgerFault
      ? cause
      : new AppError('UNAVAILABLE', 'The credit ledger did not answer. Please try again.', {}, { cause });
  for (const { reject } of callers) reject(error);
}

/** The part of an event that callers may rely on. */
export function recorded(event: CreditEvent): RecordedEvent {
  const { version, type, key, amount, at, balance } = event;
  const common = { version, type, key, amount, at, balance };
  return 'campaignId' in event ? { ...common, campaignId: event.campaignId, lots: event.lots } : common;
}
