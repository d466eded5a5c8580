import type { CreditCommand } from '#server/credits/commands.ts';
import {
  eventId,
  NO_HASH,
  SCHEMA_VERSION,
  type CreditEvent,
  type EventFacts,
} from '#server/credits/events.ts';
import { evolve, violations, type Stats } from '#server/credits/evolve.ts';
import { contentHash, requestHash } from './hash.ts';

/** Where a stream ends: what the next event is bound to. */
export interface ChainEnd {
  version: number;
  hash: string;
  at: Date;
}

/** The end of a stream without events. */
export const NO_EVENTS: ChainEnd = { version: 0, hash: NO_HASH, at: new Date(0) };

/** Figures or a chain that cannot be: a fault of ours or a database changed by hand, never an answer to a person. */
export class LedgerFault extends Error {}

/**
 * The document of the next event: the facts, the figures after them, and its place in the chain. Its time never lies
 * before that of the event before, whatever the clocks of several machines say.
 */
export function recordEvent(
  streamId: string,
  end: ChainEnd,
  figures: Stats,
  { command, facts, now }: { command: CreditCommand; facts: EventFacts; now: Date },
): CreditEvent {
  const after = evolve(figures, facts);
  const broken = violations(after);
  if (broken.length > 0) throw new LedgerFault(`${streamId} after ${command.key}: ${broken.join(', ')}`);
  const version = end.version + 1;
  const carried = {
    _id: eventId(streamId, version),
    schemaVersion: SCHEMA_VERSION,
    streamId,
    version,
    key: command.key,
    requestHash: requestHash(command),
    at: now < end.at ? end.at : now,
    balance: after.balance,
    period: after.period,
    previousHash: end.hash,
  } as const;
  const content =
    'campaignId' in facts ? { ...carried, ...facts, hold: [...after.hold] } : { ...carried, ...facts };
  return Object.assign(content, { hash: contentHash(content) });
}
