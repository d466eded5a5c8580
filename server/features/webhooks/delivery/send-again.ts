import { z } from 'zod';
import { TEST_EVENT } from '#shared/schemas/webhooks.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import { tooManyRequests } from '#server/platform/lib/too-many-requests.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { ownedEndpoint } from '#server/features/webhooks/endpoints/manage-endpoints.ts';
import { deliveryIdOf, eventIdOf } from '#server/features/webhooks/events/event-id.ts';
import { recordEvents } from '#server/features/webhooks/events/record-events.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import type { DeliveryRecord } from './delivery-store.ts';

/** Queues a test event for an endpoint; returns its delivery. Throws `AppError` NOT_FOUND, CONFLICT or TOO_MANY_REQUESTS. */
export async function sendTest(deps: WebhookDeps, uid: string, id: string): Promise<DeliveryRecord> {
  const endpoint = await ownedEndpoint(deps, uid, id);
  refuseWhileOff(endpoint);
  await countRequest(deps, uid);
  await deps.endpoints.endPause(id);
  const eventId = eventIdOf(uid, TEST_EVENT, newId());
  const data = { message: 'This is a test event of Hark.' };
  await recordEvents(deps, [endpoint], [{ payload: { id: eventId, type: TEST_EVENT, data } }]);
  return storedDelivery(deps, id, deliveryIdOf(id, eventId));
}

/**
 * Queues a delivery once more with the same event id, or makes a waiting one due now, once per `Idempotency-Key`; returns it.
 * Throws `AppError` NOT_FOUND, CONFLICT or TOO_MANY_REQUESTS.
 */
export async function sendAgainOnce(
  deps: WebhookDeps,
  call: IdempotentCall & { user: SignedInUser },
  { id, delivery }: { id: string; delivery: string },
): Promise<DeliveryRecord> {
  await runIdempotentCall(deps, call, {
    idsSchema: z.object({ replay: z.string() }),
    resultSchema: z.literal(true),
    ids: { replay: newId() },
    perform: ({ replay }) => sendAgain(deps, call.user.uid, { id, delivery, replay }),
    // Performed again under the same ids, it queues the delivery if it is not yet.
    lookup: () => Promise.resolve({ kind: 'none' }),
  });
  return storedDelivery(deps, id, delivery);
}

async function sendAgain(
  deps: WebhookDeps,
  uid: string,
  { id, delivery: deliveryId, replay }: { id: string; delivery: string; replay: string },
): Promise<true> {
  const { deliveries, lanes, clock } = deps;
  const endpoint = await ownedEndpoint(deps, uid, id);
  const delivery = await storedDelivery(deps, id, deliveryId);
  refuseWhileOff(endpoint);
  if (delivery.body === undefined)
    throw new AppError('CONFLICT', 'Its body is erased, as the contacts of its campaign are.');
  await countRequest(deps, uid);
  await deps.endpoints.endPause(id);
  const now = clock.now();
  const isPending = delivery.status === 'pending';
  // In a lane of its own, so that it does not wait for other events of its campaign.
  const laneId = isPending ? delivery.laneId : `${id}:again:${deliveryId}`;
  if (isPending) await deliveries.makeDue(id, deliveryId, now);
  else await deliveries.replay([deliveryId], { endpointId: id, replay, laneId, now });
  await lanes.added({ _id: laneId, endpointId: id, uid }, now, delivery.expiresAt);
  return true;
}

/** Returns a delivery of an endpoint, with its body. Throws `AppError` NOT_FOUND. */
export async function storedDelivery(
  { deliveries }: Pick<WebhookDeps, 'deliveries'>,
  endpointId: string,
  deliveryId: string,
): Promise<DeliveryRecord> {
  const delivery = await deliveries.find(endpointId, deliveryId);
  if (delivery === undefined) throw notFound('Delivery');
  return delivery;
}

/** Throws `AppError` CONFLICT for an endpoint that is off. */
export function refuseWhileOff({ enabledAt }: { enabledAt?: Date | undefined }): void {
  if (enabledAt === undefined) throw new AppError('CONFLICT', 'This endpoint is off. Switch it on first.');
}

/** Counts what a user asks to be sent. Throws `AppError` TOO_MANY_REQUESTS. */
export async function countRequest({ sendLimit }: WebhookDeps, uid: string): Promise<void> {
  const wait = await sendLimit.take(uid);
  if (wait > 0) throw tooManyRequests('You have sent many test events and repeated deliveries.', wait);
}
