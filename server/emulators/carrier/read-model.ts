import { DAY_MS } from '#shared/time-units.ts';
import { createAttemptIndex, type AttemptFilter } from './attempt-index.ts';
import type { CarrierLogRecord, MediaLogRecord, AcceptedDropRecord, WebhookRecord } from './log-records.ts';

/** Lifetime of an idempotency key; after it the same key is a new request. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = DAY_MS;

/** An accepted request with the state of its call and reports. */
export interface DropEntry extends AcceptedDropRecord {
  /** Time of the call in milliseconds; absent before it. */
  calledAt?: number;
  rang: boolean;
  /** Attempts to deliver the signed webhook, time of the last one, and whether it was the final one. */
  webhookDelivery: { tries: number; at: number; done: boolean };
}

/** A recording and its state. */
export interface MediaEntry extends MediaLogRecord {
  /** Whether the upload is complete. */
  ready: boolean;
  /** The text of its ID3 tag. */
  text?: string | undefined;
  /** Set once it is deleted; the text stays, as the list of drops shows it. */
  deleted?: true;
}

/** An attempt as listed by `GET /local/carrier/drops`. */
export interface DropView {
  attemptId: string;
  to: string;
  /** The text to speak, or the text of the recording's ID3 tag. */
  text?: string;
  /** The id of the recording. */
  audio?: string;
  receivedAt: string;
  outcome: string;
  /** Number of calls made for this attempt. */
  deliveries: number;
}

/** State of the carrier, built from the records of its journal. */
export interface CarrierReadModel {
  apply(record: CarrierLogRecord): void;
  drop(id: string): DropEntry | undefined;
  drops(): Iterable<DropEntry>;
  /** Returns the first request with an idempotency key, unless the key has expired at `now` (milliseconds). */
  requestByKey(key: string, now: number): DropEntry | undefined;
  failureCount(key: string): number;
  webhook(): WebhookRecord | undefined;
  media(id: string): MediaEntry | undefined;
  /** Lists attempts, oldest first. */
  attempts(filter: AttemptFilter): Iterable<DropView>;
}

/** The journal of the carrier, with the state that results from it. */
export interface CarrierLog {
  readModel: CarrierReadModel;
  /** Applies a record to the read model at once and resolves when it is durable. */
  write(record: CarrierLogRecord): Promise<void>;
  /** Resolves when every record written so far is durable. */
  flush(): Promise<void>;
}

/** Creates an empty read model. */
export function createCarrierReadModel(): CarrierReadModel {
  const drops = new Map<string, DropEntry>();
  const attempts = createAttemptIndex<DropEntry>();
  const keys = new Map<string, DropEntry>();
  const failures = new Map<string, number>();
  const recordings = new Map<string, MediaEntry>();
  let webhook: WebhookRecord | undefined;

  function addDrop(record: AcceptedDropRecord): void {
    const drop: DropEntry = { ...record, rang: false, webhookDelivery: { tries: 0, at: 0, done: false } };
    drops.set(drop.id, drop);
    attempts.add(drop);
    if (drop.key !== undefined) keys.set(drop.key, drop);
  }

  function contentOf({ content }: DropEntry): Pick<DropView, 'text' | 'audio'> {
    if ('text' in content) return content;
    const text = recordings.get(content.audio)?.text;
    return { ...(text !== undefined && { text }), audio: content.audio };
  }

  return {
    apply(record) {
      switch (record.type) {
        case 'accepted':
          addDrop(record);
          return;
        case 'failed':
          failures.set(record.key, (failures.get(record.key) ?? 0) + 1);
          return;
        case 'called':
          Object.assign(mustGet(drops, record.id), { calledAt: record.at, rang: record.rang });
          return;
        case 'webhook-attempt':
          mustGet(drops, record.id).webhookDelivery = record;
          return;
        case 'webhook':
          webhook = record;
          return;
        case 'media':
          recordings.set(record.id, { ...record, ready: false });
          return;
        case 'ready':
          markReady(mustGet(recordings, record.id), record.text);
          return;
        case 'media-deleted':
          Object.assign(mustGet(recordings, record.id), { ready: false, deleted: true });
          return;
      }
    },
    drop: (id) => drops.get(id),
    drops: () => drops.values(),
    requestByKey(key, now) {
      const drop = keys.get(key);
      return drop !== undefined && now - drop.at < IDEMPOTENCY_KEY_LIFETIME_MS ? drop : undefined;
    },
    failureCount: (key) => failures.get(key) ?? 0,
    webhook: () => webhook,
    media: (id) => recordings.get(id),
    *attempts(filter) {
      for (const requests of attempts.find(filter)) {
        yield { ...contentOf(requests[0]), ...present(requests) };
      }
    },
  };
}

/** A recording that was deleted while its upload was completed stays deleted. */
function markReady(media: MediaEntry, text: string | undefined): void {
  Object.assign(media, { ready: media.deleted !== true, text });
}

function mustGet<T>(entries: ReadonlyMap<string, T>, id: string): T {
  const found = entries.get(id);
  if (found === undefined) throw new Error(`No record with the id ${id}`);
  return found;
}

function present(requests: [DropEntry, ...DropEntry[]]): Omit<DropView, 'text' | 'audio'> {
  const [first] = requests;
  return {
    attemptId: first.attemptId,
    to: first.to,
    receivedAt: new Date(first.at).toISOString(),
    outcome: first.outcome,
    deliveries: requests.filter((request) => request.rang).length,
  };
}
