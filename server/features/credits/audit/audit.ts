import type { AuditRange } from './audit-range.ts';
import type { AuditSource } from './audit-source.ts';
import { CauseCheck } from './check-causes.ts';
import type { StoredDocument } from '../stream/hash.ts';
import {
  sameFinding,
  type Finding,
  checkStream,
  type StreamReading,
  type StreamSource,
} from './check-stream.ts';

/** How often a stream that keeps advancing is read before differences common to two readings are reported. */
const MAX_READINGS = 6;

/** The audit's read access to the ledger. */
export interface AuditStore {
  /** Iterates over all streams that have events or a checkpoint in the order of their ids, from one on. */
  streams(from?: string): AsyncIterable<string>;
  open(streamId: string): Promise<StreamSource>;
  /** Returns the documents of a stream with these keys. */
  find(streamId: string, keys: readonly string[]): Promise<StoredDocument[]>;
}

export interface AuditOptions {
  range?: AuditRange;
  /** Determines the age of open records. */
  now?: Date;
  /** Called with the number of events read since the last call. */
  onEvents?: (events: number) => void;
}

/** The audit result of one stream. */
export interface StreamReport {
  streamId: string;
  events: number;
  differences: Finding[];
  inProgress: string[];
}

/**
 * Audits one stream: replays it and compares it with its causes. Differences are reported only if a second reading at an
 * unchanged head confirms them, which avoids false alarms on a live system. Memory does not grow with the
 * number of events: a replay starts at the first event also where a range begins later.
 */
export async function auditStream(
  store: AuditStore,
  sources: readonly AuditSource[],
  streamId: string,
  options: AuditOptions = {},
): Promise<StreamReport> {
  let earlier = await runChecks(store, sources, streamId, options);
  for (let readings = 1; earlier.differences.length > 0 && readings < MAX_READINGS; readings += 1) {
    const later = await runChecks(store, sources, streamId, options);
    const persisting = later.differences.filter((found) =>
      earlier.differences.some((one) => sameFinding(one, found)),
    );
    const unmoved = earlier.reading.head === later.reading.head;
    earlier = {
      ...later,
      differences: unmoved || readings === MAX_READINGS - 1 ? persisting : later.differences,
    };
    if (unmoved) break;
  }
  const { reading, differences, inProgress } = earlier;
  return { streamId, events: reading.events, differences, inProgress };
}

interface Reading {
  reading: StreamReading;
  differences: Finding[];
  inProgress: string[];
}

async function runChecks(
  store: AuditStore,
  sources: readonly AuditSource[],
  streamId: string,
  { range = {}, now = new Date(), onEvents }: AuditOptions,
): Promise<Reading> {
  const causes = new CauseCheck(streamId, { store, sources, range, now });
  const reading = await checkStream(streamId, await store.open(streamId), {
    range,
    onEvents: async (seen, read) => {
      onEvents?.(read);
      await causes.ofEvents(seen);
    },
  });
  const { findings, inProgress } = await causes.ofRecords(reading);
  return { reading, differences: [...reading.findings, ...findings], inProgress };
}
