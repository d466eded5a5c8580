import type { CreditCommand } from '#server/features/credits/commands.ts';
import {
  eventId,
  NO_HASH,
  SCHEMA_VERSION,
  type CreditEvent,
  type EventFacts,
} from '#server/features/credits/events.ts';
import { evolve, violations, type StreamState } from '#server/features/credits/evolve.ts';
import { contentHash, requestHash } from './hash.ts';

/** The last event of a stream, as far as the next one depends on it. */
export interface StreamHead {
  version: number;
  hash: string;
  at: Date;
}

/** The head of a stream without events. */
export const EMPTY_HEAD: StreamHead = { version: 0, hash: NO_HASH, at: new Date(0) };

/** An impossible state or hash chain: a bug or a manipulated database. Never shown to users. */
export class LedgerIntegrityError extends Error {}

/**
 * Returns the document of the next event: its facts, the state after them, and its place in the hash chain. Its time is
 * never before the previous event's, so that clock differences do not reorder a stream. Throws `LedgerIntegrityError`.
 */
export function recordEvent(
  streamId: string,
  head: StreamHead,
  state: StreamState,
  { command, facts, now }: { command: CreditCommand; facts: EventFacts; now: Date },
): CreditEvent {
  const after = evolve(state, facts);
  const broken = violations(after);
  if (broken.length > 0)
    throw new LedgerIntegrityError(`${streamId} after ${command.key}: ${broken.join(', ')}`);
  const version = head.version + 1;
  const common = {
    _id: eventId(streamId, version),
    schemaVersion: SCHEMA_VERSION,
    streamId,
    version,
    key: command.key,
    requestHash: requestHash(command),
    at: now < head.at ? head.at : now,
    balance: after.balance,
    period: after.period,
    previousHash: head.hash,
  } as const;
  const content =
    'campaignId' in facts ? { ...common, ...facts, hold: [...after.hold] } : { ...common, ...facts };
  return Object.assign(content, { hash: contentHash(content) });
}
