import { ZodError } from 'zod';
import type { CreditHead } from '../stream/credit-head-store.ts';
import { eventId, readEvent, type CreditEvent } from '../events.ts';
import type { StoredDocument } from '../stream/hash.ts';
import { countCalls } from '../lots.ts';
import { Replay } from '../stream/replay.ts';
import { isWithin, type AuditRange } from './audit-range.ts';
import { checkEvent, FIRST_LINK, type CheckedEvent, type Link } from './check-event.ts';

/** A discrepancy found by the audit, of an event or of a missing event. */
export interface Finding {
  streamId: string;
  /** Absent for a missing event of unknown position. */
  version?: number;
  key?: string;
  /**
   * altered: changed after it was written · removed: deleted · inserted: not written by the ledger · figures: its stored
   * state differs from a replay · uncaused: no record requires it · missing: a record requires it · trouble: for support.
   */
  kind: 'altered' | 'removed' | 'inserted' | 'figures' | 'uncaused' | 'missing' | 'trouble';
  text: string;
}

/** Whether two findings of the same stream are equal. */
export function sameFinding(a: Finding, b: Finding): boolean {
  return a.kind === b.kind && a.version === b.version && a.key === b.key && a.text === b.text;
}

/** The part of an event that the cross-check compares. */
export interface SeenEvent {
  key: string;
  version: number;
  amount: number;
  calls: number;
}

/** The result of reading a stream from its first event. */
export interface StreamReading {
  streamId: string;
  /** The last version. */
  head: number;
  events: number;
  findings: Finding[];
  /** The calls that each campaign holds at the end; undefined if the stream is broken or was not read to its end. */
  holds: ReadonlyMap<string, number> | undefined;
}

/** The stored data of a stream. The checkpoint is read first, so the events are never behind it. */
export interface StreamSource {
  checkpoint: CreditHead | undefined;
  /** The documents in the order of their `_id`, some at a time. */
  batches: AsyncIterable<readonly StoredDocument[]>;
}

/** Reads a stream and checks the place, hash chain and stored state of every event, and the end against the checkpoint. */
export async function checkStream(
  streamId: string,
  { checkpoint, batches }: StreamSource,
  { range, onEvents }: CheckOptions,
): Promise<StreamReading> {
  const check = new StreamCheck(streamId, checkpoint, range);
  let reported = 0;
  for await (const batch of batches) {
    const isInRange = batch.every((document) => check.next(document));
    const { seen, events } = check.takeSeen();
    await onEvents(seen, events - reported);
    reported = events;
    if (!isInRange) break;
  }
  return check.end();
}

interface CheckOptions {
  range: AuditRange;
  /** Receives the events of the range as they are read, and how many events were read since the last call. */
  onEvents: (seen: SeenEvent[], read: number) => Promise<void>;
}

/** Returns what the cross-check compares of a document; undefined if the ledger cannot have written it there. */
export function seenOf(streamId: string, document: StoredDocument): SeenEvent | undefined {
  const version = Number(String(document['_id']).slice(streamId.length + 1));
  if (document['_id'] !== eventId(streamId, version)) return undefined;
  try {
    return seenAt(version, readEvent(document));
  } catch (error) {
    if (error instanceof ZodError) return undefined;
    throw error;
  }
}

function seenAt(version: number, event: CreditEvent): SeenEvent {
  const calls = 'lots' in event ? countCalls(event.lots) : 0;
  return { key: event.key, version, amount: event.amount, calls };
}

class StreamCheck {
  readonly #streamId: string;
  readonly #checkpoint: CreditHead | undefined;
  readonly #replay = new Replay();
  readonly #range: AuditRange;
  #seen: SeenEvent[] = [];
  readonly #findings: Finding[] = [];
  #version = 0;
  /** False from the first altered or removed event on: a replay is meaningless after it. */
  #intact = true;
  #link: Link = FIRST_LINK;
  #events = 0;
  /** The time of the last event that could be read. */
  #at: Date | undefined;
  #isCut = false;

  constructor(streamId: string, checkpoint: CreditHead | undefined, range: AuditRange) {
    this.#streamId = streamId;
    this.#checkpoint = checkpoint;
    this.#range = range;
  }

  /** Returns the events since the last call, and how many were read in all. */
  takeSeen(): { seen: SeenEvent[]; events: number } {
    const seen = this.#seen;
    this.#seen = [];
    return { seen, events: this.#events };
  }

  /** Checks the next document. Returns false if it is after the range; times increase along a stream. */
  next(document: StoredDocument): boolean {
    const { at } = document;
    const { until } = this.#range;
    if (until !== undefined && at instanceof Date && at > until) {
      this.#isCut = true;
      return false;
    }
    this.#events += 1;
    if (at instanceof Date) this.#at = at;
    const version = this.#versionOf(document);
    if (version === undefined) return true;
    const afterGap = version > this.#version + 1;
    if (afterGap) this.#removed(this.#version + 1, version - 1);
    const place = { streamId: this.#streamId, version, before: this.#link };
    const checked = checkEvent(document, place, this.#intact ? this.#replay : undefined);
    if (!checked.follows && !afterGap && checked.altered.length === 0) this.#replaced(version);
    this.#report(version, document, checked);
    this.#version = version;
    this.#link = checked.link;
    this.#compareCheckpoint();
    return true;
  }

  end(): StreamReading {
    // What is missing at the end has no time.
    this.#at = undefined;
    const expected = this.#isCut ? 0 : (this.#checkpoint?.version ?? 0);
    if (expected > this.#version) this.#removed(this.#version + 1, expected);
    this.#compareHolds();
    return {
      streamId: this.#streamId,
      head: this.#version,
      events: this.#events,
      findings: this.#findings,
      holds: this.#intact && !this.#isCut ? this.#replay.callsHeld : undefined,
    };
  }

  /** Returns the version in a document's `_id`, or undefined if the ledger cannot have written it. */
  #versionOf({ _id, key }: StoredDocument): number | undefined {
    const version = Number(String(_id).slice(this.#streamId.length + 1));
    if (version > this.#version && _id === eventId(this.#streamId, version)) return version;
    const text = `was inserted by hand: ${JSON.stringify(_id)} is no _id of the ledger`;
    this.#addFinding({ kind: 'inserted', text, ...(typeof key === 'string' ? { key } : {}) });
    return undefined;
  }

  #report(
    version: number,
    document: StoredDocument,
    { event, altered, stateMismatches }: CheckedEvent,
  ): void {
    const key = typeof document['key'] === 'string' ? { key: document['key'] } : {};
    if (altered.length > 0) {
      this.#addFinding({
        version,
        ...key,
        kind: 'altered',
        text: `is not as the ledger wrote it: ${[...altered, ...stateMismatches].join('; ')}`,
      });
    } else if (stateMismatches.length > 0) {
      this.#addFinding({
        version,
        ...key,
        kind: 'figures',
        text: `carries wrong figures: ${stateMismatches.join('; ')}`,
      });
    }
    if (event === undefined) return;
    if (isWithin(event.at, this.#range)) this.#seen.push(seenAt(version, event));
  }

  #replaced(version: number): void {
    const [at, text] =
      version === 1
        ? [1, 'was not the first: it is bound to an event before it']
        : [version - 1, `was altered or replaced: version ${String(version)} is bound to what it was before`];
    this.#addFinding({ version: at, kind: 'altered', text });
  }

  #removed(from: number, to: number): void {
    const text = from === to ? 'was removed' : `was removed, as were all versions up to ${String(to)}`;
    this.#addFinding({ version: from, kind: 'removed', text });
  }

  #compareCheckpoint(): void {
    const checkpoint = this.#checkpoint;
    if (checkpoint?.version !== this.#version) return;
    if ([this.#link.stored, this.#link.computed].includes(checkpoint.hash)) return;
    this.#addFinding({
      version: this.#version,
      kind: 'altered',
      text: 'was replaced: its hash differs from the checkpoint',
    });
  }

  #compareHolds(): void {
    const { held } = this.#replay.balance;
    const ofCampaigns = this.#replay.heldByCampaigns;
    if (!this.#intact || held === ofCampaigns) return;
    const text = `has ${String(held)} credits on hold, of which its campaigns hold ${String(ofCampaigns)}`;
    this.#addFinding({ version: this.#version, kind: 'figures', text });
  }

  #addFinding(finding: Omit<Finding, 'streamId'>): void {
    if (finding.kind !== 'figures') this.#intact = false;
    if (this.#at !== undefined && !isWithin(this.#at, this.#range)) return;
    this.#findings.push({ streamId: this.#streamId, ...finding });
  }
}
