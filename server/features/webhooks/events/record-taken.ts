import type { WebhookEvent } from '#shared/schemas/webhooks.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { isTakenSince } from '#server/features/webhooks/endpoints/taken-since.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import type { Occurrence } from './event-body.ts';
import { recordEvents } from './record-events.ts';

/** Something that was found on record, as it is told. */
export interface Fact {
  type: WebhookEvent;
  /** When it happened: an endpoint is told of it if it was on then. */
  at: Date;
  occurrences: readonly Occurrence[];
}

/** Stores facts, in their order, for each endpoint that was on and took them when they happened; repeatable. */
export async function recordTaken(
  deps: WebhookDeps,
  endpoints: readonly EndpointRecord[],
  facts: readonly Fact[],
): Promise<void> {
  const now = deps.clock.now();
  for (const endpoint of endpoints) {
    const taken = facts.filter((fact) => isTakenSince(endpoint, fact, now));
    const occurrences = taken.flatMap((fact) => fact.occurrences);
    if (occurrences.length > 0) await recordEvents(deps, [endpoint], occurrences);
  }
}
