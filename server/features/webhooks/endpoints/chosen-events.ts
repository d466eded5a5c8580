import {
  chosenEvents,
  isEventPattern,
  type WebhookEvent,
  type WebhookEventChoice,
  type WebhookEventType,
} from '#shared/schemas/webhooks.ts';
import type { EndpointRecord } from './endpoint-store.ts';

type Chooser = Pick<EndpointRecord, 'events' | 'patterns'>;

/** Returns what is stored of a choice: its patterns, and the events that they name now, which the version before reads. */
export function storedChoice(choice: readonly WebhookEventChoice[]): Required<Chooser> {
  return { events: chosenEvents(choice), patterns: choice.filter(isEventPattern) };
}

/** Returns what the owner of an endpoint chose: patterns, and the events that none of them names. */
export function choiceOf({ events, patterns = [] }: Chooser): WebhookEventChoice[] {
  const named = chosenEvents(patterns);
  return [...patterns, ...events.filter((event) => !named.includes(event))];
}

/** Returns all events that an endpoint takes. */
export function takenEvents(endpoint: Chooser): WebhookEvent[] {
  return chosenEvents(choiceOf(endpoint));
}

/** Whether an endpoint is sent events of a type. */
export function takesEvent(endpoint: Chooser, type: WebhookEventType): boolean {
  return type === 'webhook.test' || takenEvents(endpoint).includes(type);
}
