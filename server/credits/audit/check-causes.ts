import type { AuditSource, ExpectedEvent } from './audit-source.ts';
import type { Finding, SeenEvent, StreamReading } from './check-stream.ts';

/** Open records are finished within minutes; an older one is stuck. */
const MAX_PROGRESS_MS = 3_600_000;

/** The findings of the cross-check, and the records that are still being processed. */
export interface CauseCheck {
  findings: Finding[];
  inProgress: string[];
}

/** Compares a stream with the records that cause its events, both ways. A record open for over an hour is reported. */
export async function checkCauses(
  reading: StreamReading,
  sources: readonly AuditSource[],
  now: Date,
): Promise<CauseCheck> {
  const findings: Finding[] = [];
  const inProgress: string[] = [];
  for (const source of sources) {
    const caused = new Set<string>();
    for await (const expected of source.expectedEvents(reading.streamId)) {
      caused.add(expected.key);
      const seen = reading.seen.get(expected.key);
      if (seen !== undefined) findings.push(...disagreement(reading.streamId, expected, seen));
      else if (expected.due || isStuck(expected, now)) findings.push(missing(reading.streamId, expected));
      else inProgress.push(`${expected.cause}: ${expected.key} is not there yet`);
    }
    findings.push(...(await checkHolds(reading, source)));
    for await (const text of source.troubles?.(reading.streamId) ?? [])
      findings.push({ streamId: reading.streamId, kind: 'trouble', text });
    for (const [key, { version }] of reading.seen) {
      if (!source.explains(key) || caused.has(key) || (await source.mayCause?.(key)) === true) continue;
      const text = `has no cause among the ${source.name}`;
      findings.push({ streamId: reading.streamId, version, key, kind: 'uncaused', text });
    }
  }
  return { findings, inProgress };
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
