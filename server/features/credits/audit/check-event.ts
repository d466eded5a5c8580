import { isDeepStrictEqual } from 'node:util';
import { ZodError } from 'zod';
import { readEvent, NO_HASH, type CreditEvent } from '../events.ts';
import { violations, type StreamState } from '../evolve.ts';
import { eventHash, type StoredDocument } from '../stream/hash.ts';
import { storedState, type Replay } from '../stream/replay.ts';

/** An event's stored and computed hash. The next event may be chained to either, so one alteration is reported once. */
export interface Link {
  stored: unknown;
  computed: string;
}

/** The link before the first event of a stream. */
export const FIRST_LINK: Link = { stored: NO_HASH, computed: NO_HASH };

export interface CheckedEvent {
  link: Link;
  /** The event, if the document can be parsed. */
  event?: CreditEvent;
  /** Descriptions of alterations. */
  altered: string[];
  /** Descriptions of differences between the stored state and the replay. */
  stateMismatches: string[];
  /** Whether its `previousHash` matches the previous event. */
  follows: boolean;
}

/**
 * Checks one document at its place in the stream: its hash, its schema, its link to the previous event, and its stored
 * state against the replay. Without a `replay`, because the stream is broken before it, the state is not checked.
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
    stateMismatches: event === undefined || replay === undefined ? [] : checkState(event, replay),
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

function checkState(event: CreditEvent, replay: Replay): string[] {
  const replayed = replay.apply(event);
  const wrong = [...differences(storedState(event), replayed), ...violations(replayed)];
  if (wrong.length > 0) replay.adopt(event);
  return wrong;
}

function differences(stored: StreamState, replayed: StreamState): string[] {
  return (['balance', 'period', 'hold'] as const)
    .filter((name) => !isDeepStrictEqual(stored[name], replayed[name]))
    .map(
      (name) =>
        `${name} is ${JSON.stringify(stored[name])} where a replay has ${JSON.stringify(replayed[name])}`,
    );
}
