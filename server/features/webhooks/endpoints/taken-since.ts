import { DELIVERIES_KEPT_DAYS, type WebhookEvent } from '#shared/schemas/webhooks.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { takenEvents } from './chosen-events.ts';
import type { EndpointRecord } from './endpoint-store.ts';

/** By the log it is known what was stored: what may have left the log already must not be stored again. */
const REPORTED_FOR_MS = (DELIVERIES_KEPT_DAYS - 1) * DAY_MS;

type Taker = Pick<EndpointRecord, 'enabledAt' | 'earlier' | 'later'>;

/** Whether an endpoint is sent what happened at a time: it was on and took events of this type, and that is not long ago. */
export function isTakenSince(
  endpoint: Taker,
  { type, at }: { type: WebhookEvent; at: Date },
  now: Date,
): boolean {
  if (!wasOn(endpoint, at)) return false;
  const chosenAt = endpoint.later?.find(({ event }) => event === type)?.since;
  if (chosenAt !== undefined && at < chosenAt) return false;
  return now.getTime() - at.getTime() < REPORTED_FOR_MS;
}

function wasOn({ enabledAt, earlier = [] }: Taker, at: Date): boolean {
  if (enabledAt !== undefined && enabledAt <= at) return true;
  return earlier.some(({ from, until }) => from <= at && at < until);
}

/** Returns since when an endpoint takes those of its events that were not chosen from the start, after a change of them. */
export function laterEvents(
  endpoint: Pick<EndpointRecord, 'events' | 'patterns' | 'later'>,
  events: readonly WebhookEvent[],
  now: Date,
): { event: WebhookEvent; since: Date }[] {
  const [before, { later = [] }] = [takenEvents(endpoint), endpoint];
  const kept = later.filter(({ event }) => events.includes(event));
  const added = events.filter((event) => !before.includes(event));
  return [...kept, ...added.map((event) => ({ event, since: now }))];
}
