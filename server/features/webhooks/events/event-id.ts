import { idOf } from '#server/platform/lib/secrets/ids.ts';

const ID_LENGTH = 32;

/** Returns the id of an event of a user: the same for the same fact, so that it is stored and counted once. */
export function eventIdOf(uid: string, ...fact: readonly string[]): string {
  return `evt_${idOf('webhook event', uid, ...fact).slice(0, ID_LENGTH)}`;
}

/** Returns the id of the delivery of an event to an endpoint. */
export function deliveryIdOf(endpointId: string, eventId: string): string {
  return idOf('webhook delivery', endpointId, eventId).slice(0, ID_LENGTH);
}
