import type { AuditSource } from './audit-source.ts';
import { checkCauses } from './check-causes.ts';
import { checkStream, type StreamReading, type StreamSource } from './check-stream.ts';
import { sameFinding, type Finding } from './finding.ts';

/** How often a moving stream is read again before what two readings agree on is told. */
const MAX_READINGS = 6;

/** How the audit reads the ledger. */
export interface AuditStore {
  /** Every stream that anything is known of. */
  streams(): AsyncIterable<string>;
  open(streamId: string): Promise<StreamSource>;
}

/** What an audit found in one stream. */
export interface StreamReport {
  streamId: string;
  events: number;
  differences: Finding[];
  inProgress: string[];
}

/**
 * Audits one stream: replays it from zero and compares it with its causes. Differences are told only if a second
 * reading at an unchanged head has them too, so that a live system raises no false alarm. `now` decides how long a record has been open.
 */
export async function auditStream(
  store: AuditStore,
  sources: readonly AuditSource[],
  streamId: string,
  now = new Date(),
): Promise<StreamReport> {
  let earlier = await readOnce(store, sources, streamId, now);
  for (let readings = 1; earlier.differences.length > 0 && readings < MAX_READINGS; readings += 1) {
    const later = await readOnce(store, sources, streamId, now);
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

async function readOnce(
  store: AuditStore,
  sources: readonly AuditSource[],
  streamId: string,
  now: Date,
): Promise<Reading> {
  const reading = await checkStream(streamId, await store.open(streamId));
  const { findings, inProgress } = await checkCauses(reading, sources, now);
  return { reading, differences: [...reading.findings, ...findings], inProgress };
}
