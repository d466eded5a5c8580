import { HOUR_MS } from '#shared/time-units.ts';
import type { AuditSource, ExpectedEvent } from './audit-source.ts';
import type { StoredDocument } from '../stream/hash.ts';
import { isWithin, type AuditRange } from './audit-range.ts';
import { seenOf, type Finding, type SeenEvent, type StreamReading } from './check-stream.ts';

/** Open records are finished within minutes; an older one is stuck. */
const MAX_PROGRESS_MS = HOUR_MS;
/** Records whose events are looked up by one query. */
const BATCH = 1_000;

/** The findings of the cross-check, and the records that are still being processed. */
export interface CauseFindings {
  findings: Finding[];
  inProgress: string[];
}

interface Deps {
  /** Returns the documents of a stream with these keys. */
  store: { find(streamId: string, keys: readonly string[]): Promise<StoredDocument[]> };
  sources: readonly AuditSource[];
  range: AuditRange;
  now: Date;
}

/**
 * Compares a stream with the records that cause its events, both ways and in batches, so that neither is held in memory.
 * A record open for over an hour is reported.
 */
export class CauseCheck {
  readonly #deps: Deps;
  readonly #streamId: string;
  readonly #uncaused: Finding[] = [];

  constructor(streamId: string, deps: Deps) {
    this.#streamId = streamId;
    this.#deps = deps;
  }

  /** Checks that events of the stream have a record. A record is written before its event. */
  async ofEvents(events: readonly SeenEvent[]): Promise<void> {
    for (const source of this.#deps.sources) {
      const explained = events.filter(({ key }) => source.explains(key));
      if (explained.length === 0) continue;
      const keys = explained.map(({ key }) => key);
      const caused = await source.causing(this.#streamId, keys);
      for (const { key, version } of explained) {
        if (caused.has(key)) continue;
        const text = `has no cause among the ${source.name}`;
        this.#uncaused.push({ streamId: this.#streamId, version, key, kind: 'uncaused', text });
      }
    }
  }

  /** Checks that all records have their event, once the stream is read. */
  async ofRecords(reading: StreamReading): Promise<CauseFindings> {
    const found: CauseFindings = { findings: [], inProgress: [] };
    for (const source of this.#deps.sources) {
      for await (const batch of this.#recordsOf(source)) await this.#compare(batch, found);
      found.findings.push(...(await checkHolds(reading, source)));
      for await (const text of source.troubles?.(this.#streamId) ?? [])
        found.findings.push({ streamId: this.#streamId, kind: 'trouble', text });
    }
    return { ...found, findings: [...found.findings, ...this.#uncaused] };
  }

  async *#recordsOf(source: AuditSource): AsyncGenerator<ExpectedEvent[]> {
    let batch: ExpectedEvent[] = [];
    for await (const expected of source.expectedEvents(this.#streamId)) {
      if (expected.since !== undefined && !isWithin(expected.since, this.#deps.range)) continue;
      batch.push(expected);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  async #compare(records: readonly ExpectedEvent[], { findings, inProgress }: CauseFindings): Promise<void> {
    const streamId = this.#streamId;
    const keys = records.map(({ key }) => key);
    const events = (await this.#deps.store.find(streamId, keys)).map((document) =>
      seenOf(streamId, document),
    );
    const seenByKey = new Map(events.flatMap((seen) => (seen === undefined ? [] : [[seen.key, seen]])));
    for (const expected of records) {
      const seen = seenByKey.get(expected.key);
      if (seen !== undefined) findings.push(...disagreement(streamId, expected, seen));
      else if (expected.due || isStuck(expected, this.#deps.now)) findings.push(missing(streamId, expected));
      else inProgress.push(`${expected.cause}: ${expected.key} is not there yet`);
    }
  }
}

/** Compares the holds of campaigns with those that their records require. */
async function checkHolds({ streamId, holds }: StreamReading, source: AuditSource): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (holds === undefined || source.expectedHolds === undefined) return findings;
  for await (const { campaignId, cause, due, calls } of source.expectedHolds(streamId)) {
    const held = holds.get(campaignId) ?? 0;
    if (!due || held === calls) continue;
    const text = `holds ${String(held)} calls for ${cause}, which needs ${String(calls)}`;
    findings.push({ streamId, kind: 'figures', text });
  }
  return findings;
}

function isStuck({ since }: ExpectedEvent, now: Date): boolean {
  return since !== undefined && now.getTime() - since.getTime() > MAX_PROGRESS_MS;
}

function missing(streamId: string, { key, cause, due, since }: ExpectedEvent): Finding {
  const open = due || since === undefined ? '' : `, unfinished since ${since.toISOString()},`;
  return { streamId, key, kind: 'missing', text: `is missing: ${cause}${open} calls for it` };
}

function disagreement(streamId: string, expected: ExpectedEvent, seen: SeenEvent): Finding[] {
  return (['amount', 'calls'] as const)
    .filter((field) => expected[field] !== undefined && expected[field] !== seen[field])
    .map((field) => ({
      streamId,
      version: seen.version,
      key: expected.key,
      kind: 'figures',
      text: `has ${field} ${String(seen[field])} where ${expected.cause} says ${String(expected[field])}`,
    }));
}
