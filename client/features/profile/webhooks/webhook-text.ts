import { formatCount } from '#shared/formats.ts';
import {
  chosenEvents,
  type DeliveryStatus,
  type DeliveryView,
  type WebhookEvent,
  type WebhookEventPattern,
  type WebhookView,
} from '#shared/schemas/webhooks.ts';
import type { StatusTone } from '#client/ui/display/status-pill.tsx';
import { momentText } from '#client/ui/display/moment-text.ts';

/** What each event means for its receiver. */
export const EVENT_TEXT: Readonly<Record<WebhookEvent, string>> = {
  'campaign.started': 'A campaign begins to call',
  'campaign.paused': 'A campaign is paused',
  'campaign.resumed': 'A campaign goes on after a pause',
  'campaign.finished': 'All calls of a campaign are made',
  'call.delivered': 'Calls were delivered, up to 100 at a time',
  'call.failed': 'Calls failed, up to 100 at a time',
  'credits.low': 'Your credits are running low',
  'suppression.added': 'Numbers are on your do-not-call list',
  'suppression.removed': 'Numbers are off your do-not-call list',
  'voice.ready': 'A voice can be used',
  'voice.failed': 'A voice could not be made',
  'list.ready': 'A contact list can be used',
};

/** Returns what a pattern of events means for its receiver. */
export function patternText(pattern: WebhookEventPattern): string {
  if (pattern === '*') return 'All events, and those that are added later';
  return `${chosenEvents([pattern]).join(', ')}, and those that are added later`;
}

interface Pill {
  tone: StatusTone;
  label: string;
}

const OFF_PILL: Readonly<Record<NonNullable<WebhookView['disabled_reason']>, Pill>> = {
  owner: { tone: 'neutral', label: 'Off' },
  failing: { tone: 'failed', label: 'Off after failures' },
  gone: { tone: 'failed', label: 'Off after 410 Gone' },
};

/** Why Hark switched an endpoint off, as the beginning of a sentence. */
export const SWITCHED_OFF_TEXT = {
  failing: 'Every delivery failed for three days',
  gone: 'It answered 410 Gone, which means that it wants no more events',
} as const;

/** Returns whether an endpoint is sent events. */
export function endpointPill({
  enabled,
  disabled_reason,
  failing_since,
}: Pick<WebhookView, 'enabled' | 'disabled_reason' | 'failing_since'>): Pill {
  if (!enabled) return OFF_PILL[disabled_reason ?? 'owner'];
  return failing_since === null ? { tone: 'delivered', label: 'On' } : { tone: 'waiting', label: 'Failing' };
}

export const DELIVERY_PILL: Readonly<Record<DeliveryStatus, Pill>> = {
  pending: { tone: 'waiting', label: 'Waiting' },
  delivered: { tone: 'delivered', label: 'Delivered' },
  failed: { tone: 'failed', label: 'Failed' },
};

/** Returns when the last delivery arrived, or since when none does. */
export function successText({
  last_success_at,
  failing_since,
}: Pick<WebhookView, 'last_success_at' | 'failing_since'>): string {
  if (failing_since !== null) return `Deliveries fail since ${momentText(failing_since)}`;
  return last_success_at === null ? 'Nothing delivered yet' : `Last delivered ${momentText(last_success_at)}`;
}

/** Returns how the last request of a delivery ended: "200 after 1 attempt". */
export function resultText({
  attempts,
  response_status,
  error,
}: Pick<DeliveryView, 'attempts' | 'response_status' | 'error'>): string {
  if (attempts === 0) return 'Not sent yet';
  const times = formatCount(attempts, 'attempt');
  const answer = response_status === null ? 'Sent' : `HTTP ${String(response_status)}`;
  return `${error ?? answer} after ${times}`;
}

/** Returns a body as people read JSON; as it is if it is none. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
