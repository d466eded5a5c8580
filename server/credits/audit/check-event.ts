import { ZodError } from 'zod';
import { NO_HASH, type CreditEvent } from '../events.ts';
import { violations, type Stats } from '../evolve.ts';
import { canonicalJson, eventHash, type StoredDocument } from '../stream/hash.ts';
import { carriedBy, type Replay } from '../stream/replay.ts';
import { readEvent } from '../stream/upcast.ts';

/** The hash an event has and the one it should have: the next event may be bound to either, see `checkEvent`. */
export interface Link {
  stored: unknown;
  computed: string;
}

/** What the first event of a stream follows. */
export const FIRST_LINK: Link = { stored: NO_HASH, computed: NO_HASH };

export interface CheckedEvent {
  link: Link;
  /** The event, where the document can be read as one. */
  event?: CreditEvent;
  /** What was altered, as phrases. */
  altered: string[];
  /** Carried figures that a replay does not reach, as phrases. */
  figures: string[];
  /** Whether it is bound to the event before, as that is now. */
  follows: boolean;
}

/**
 * Checks one document against its place in the stream: that it is what was written (hash), an event at all (schema),
 * bound to the one before, and carries the figures that a replay of the facts reaches. Without a `replay`, because
 * the stream is broken further up, figures are left alone.
 */
export function checkEvent(
  document: StoredDocument,
  place: { streamId: string; version: number; before: Link },
  replay: Replay | undefined,
): CheckedEvent {
  const link = { stored: document['hash'], computed: eventHash(document) };
  const altered: string[] = [];
  if (link.stored !== link.computed) altered.push('its hash does not match its content');
  if (document['streamId'] !== place.streamId) altered.push('streamId is not that of its stream');
  if (document['version'] !== place.version) altered.push(`version is not ${String(place.version)}`);
  const event = tryRead(document, altered);
  return {
    link,
    ...(event === undefined ? {} : { event }),
    altered,
    figures: event === undefined || replay === undefined ? [] : checkFigures(event, replay),
    follows: [place.before.stored, place.before.computed].includes(document['previousHash']),
  };
}

function tryRead(document: StoredDocument, altered: string[]): CreditEvent | undefined {
  try {
    return readEvent(document);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    altered.push(...error.issues.map(({ path, message }) => `${path.join('.') || 'fields'}: ${message}`));
    return undefined;
  }
}

function checkFigures(event: CreditEvent, replay: Replay): string[] {
  const reached = replay.apply(event);
  const wrong = [...differences(carriedBy(event), reached), ...violations(reached)];
  if (wrong.length > 0) replay.adopt(event);
  return wrong;
}

function differences(carried: Stats, reached: Stats): string[] {
  return (['balance', 'period', 'hold'] as const)
    .filter((name) => canonicalJson(carried[name]) !== canonicalJson(reached[name]))
    .map(
      (name) =>
        `${name} is ${JSON.stringify(carried[name])} where a replay has ${JSON.stringify(reached[name])}`,
    );
}
