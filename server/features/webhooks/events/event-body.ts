import { WEBHOOK_API_VERSION, type WebhookPayload } from '#shared/schemas/webhooks.ts';
import { eventIdOf } from './event-id.ts';

/** Something that happened: its payload, and the campaign whose events are sent one after another. */
export interface Occurrence {
  payload: Pick<WebhookPayload, 'id' | 'type' | 'data'>;
  campaignId?: string | undefined;
  /** The id of the last event of the same fact: where that is stored, this one is or was stored as a part of it. */
  within?: string | undefined;
}

/** The bodies of events with lists stay below this. */
export const MAX_BODY_BYTES = 20_000;

/** Returns the body of a delivery, with the number of the event at its endpoint. */
export function bodyOf({ id, type, data }: Occurrence['payload'], created: Date, sequence: number): string {
  const head = { id, type, created: created.toISOString(), api_version: WEBHOOK_API_VERSION, sequence };
  return JSON.stringify({ ...head, data });
}

/** What is told by as many events as its list needs. */
interface Fact<Item> {
  uid: string;
  type: WebhookPayload['type'];
  /** Names the fact, for the ids of its events. */
  key: readonly string[];
  campaignId?: string | undefined;
  items: readonly Item[];
  dataOf: (items: readonly Item[]) => WebhookPayload['data'];
}

/**
 * Returns the events of a fact, each with a body below 20 KB unless one item alone is larger. The same items give the same
 * events. The last one has the id that the event of all items had in a version before.
 */
export function eventsOf<Item>({ uid, type, key, campaignId, items, dataOf }: Fact<Item>): Occurrence[] {
  const whole = eventIdOf(uid, type, ...key);
  const empty = bodyOf({ id: whole, type, data: dataOf([]) }, new Date(0), Number.MAX_SAFE_INTEGER);
  const bytes = items.map((item) => Buffer.byteLength(JSON.stringify(item)) + 1);
  return partsOf(bytes, MAX_BODY_BYTES - 1 - Buffer.byteLength(empty)).map(([from, to]) => {
    const isLast = to === items.length;
    const id = isLast ? whole : eventIdOf(uid, type, ...key, `${String(from)}-${String(to)}`);
    const payload = { id, type, data: dataOf(items.slice(from, to)) };
    return { payload, ...(campaignId !== undefined && { campaignId }), ...(!isLast && { within: whole }) };
  });
}

/** Returns the ranges of neighbours whose sizes sum up to `most`, or which are one that is larger. */
function partsOf(sizes: readonly number[], most: number): [from: number, to: number][] {
  const parts: [number, number][] = [];
  let [from, sum] = [0, 0];
  for (const [index, size] of sizes.entries()) {
    if (index > from && sum + size > most) {
      parts.push([from, index]);
      [from, sum] = [index, 0];
    }
    sum += size;
  }
  return sizes.length === 0 ? [] : [...parts, [from, sizes.length]];
}
