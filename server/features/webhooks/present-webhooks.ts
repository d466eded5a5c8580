import type { DeliveryView, WebhookView } from '#shared/schemas/webhooks.ts';
import type { DeliveryRecord } from './delivery/delivery-store.ts';
import { choiceOf } from './endpoints/chosen-events.ts';
import type { EndpointRecord } from './endpoints/endpoint-store.ts';

/** Returns the API representation of an endpoint; its secrets are not part of it. */
export function presentEndpoint(endpoint: EndpointRecord, now: Date): WebhookView {
  const { _id: id, url, description, secrets, createdAt, enabledAt } = endpoint;
  const [current, old] = secrets;
  return {
    id,
    url,
    description,
    events: choiceOf(endpoint),
    enabled: enabledAt !== undefined,
    disabled_reason: endpoint.disabledReason ?? null,
    disabled_at: iso(endpoint.disabledAt),
    created_at: createdAt.toISOString(),
    secret_changed_at: (current?.since ?? createdAt).toISOString(),
    old_secret_until: old?.until !== undefined && old.until > now ? old.until.toISOString() : null,
    last_success_at: iso(endpoint.lastSuccessAt),
    failing_since: iso(endpoint.failingSince),
  };
}

/** Returns the API representation of a delivery in the log of its endpoint. */
export function presentDelivery(delivery: DeliveryRecord): DeliveryView {
  const { _id: id, eventId, type, status, createdAt, attempts, recent, excerpt, campaignId } = delivery;
  const [last] = recent;
  return {
    id,
    event_id: eventId,
    type,
    status,
    created_at: createdAt.toISOString(),
    delivered_at: iso(delivery.deliveredAt),
    attempts,
    next_attempt_at: status === 'pending' ? iso(delivery.nextAt) : null,
    response_status: last?.status ?? null,
    response_excerpt: excerpt ?? null,
    error: last?.error ?? null,
    campaign_id: campaignId ?? null,
  };
}

/** Returns the latest attempts of a delivery. */
export function presentAttempts({ recent }: DeliveryRecord) {
  return recent.map(({ at, ms, status, error }) => ({
    at: at.toISOString(),
    duration_ms: ms,
    response_status: status ?? null,
    error: error ?? null,
  }));
}

function iso(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
