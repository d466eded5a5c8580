import type { AuditSource } from './audit-source.ts';
import { checkCauses } from './check-causes.ts';
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
  /** Iterates over all streams that have events or a checkpoint. */
  streams(): AsyncIterable<string>;
  open(streamId: string): Promise<StreamSource>;
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
 * unchanged head confirms them, which avoids false alarms on a live system. `now` determines the age of open records.
 */
export async function auditStream(
  store: AuditStore,
  sources: readonly AuditSource[],
  streamId: string,
  now = new Date(),
): Promise<StreamReport> {
  let earlier = await runChecks(store, sources, streamId, now);
  for (let readings = 1; earlier.differences.length > 0 && readings < MAX_READINGS; readings += 1) {
    const later = await runChecks(store, sources, streamId, now);
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
  now: Date,
): Promise<Reading> {
  const reading = await checkStream(streamId, await store.open(streamId));
  const { findings, inProgress } = await checkCauses(reading, sources, now);
  return { reading, differences: [...reading.findings, ...findings], inProgress };
}
