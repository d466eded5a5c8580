import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { DAY_MS } from '#shared/time-units.ts';
import { DELIVERIES_KEPT_DAYS, type DeliveryStatus } from '#shared/schemas/webhooks.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';
import { takesEvent } from '#server/features/webhooks/endpoints/chosen-events.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import type { DeliveryRecord } from '#server/features/webhooks/delivery/delivery-store.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { bodyOf, type Occurrence } from './event-body.ts';
import { deliveryIdOf } from './event-id.ts';

const compress = promisify(gzip);

type Recorder = Pick<WebhookDeps, 'endpoints' | 'deliveries' | 'lanes' | 'clock'>;

/**
 * Stores events of a user, in their order, for the endpoints that take them. Repeatable: an event that is stored already is
 * left as it is.
 */
export async function recordEvents(
  deps: Recorder,
  endpoints: readonly EndpointRecord[],
  occurrences: readonly Occurrence[],
): Promise<void> {
  for (const endpoint of endpoints) {
    const taken = occurrences.filter(({ payload }) => takesEvent(endpoint, payload.type));
    const statusOf = await storedOf(deps, endpoint, taken);
    const lanes = groupBy(taken, (one) => laneIdOf(endpoint._id, one));
    for (const [_id, ofLane] of lanes) {
      const added = ofLane.filter((one) => statusOf(one) === undefined);
      if (added.length > 0) await fillLane(deps, endpoint, { laneId: _id, added });
      // Also if nothing is new: the process that stored it may have died before this step.
      const waits = added.length > 0 || ofLane.some((one) => statusOf(one) === 'pending');
      const now = deps.clock.now();
      if (waits)
        await deps.lanes.added({ _id, endpointId: endpoint._id, uid: endpoint.uid }, now, expiryOf(now));
    }
    if (taken.some((one) => statusOf(one) === undefined)) await removeOrphans(deps, endpoint);
  }
}

/** When what is stored now is removed. */
function expiryOf(now: Date): Date {
  return new Date(now.getTime() + DELIVERIES_KEPT_DAYS * DAY_MS);
}

/** Looks up which of these events are stored for an endpoint, by themselves or within another; returns their statuses. */
async function storedOf(
  { deliveries }: Recorder,
  { _id }: EndpointRecord,
  occurrences: readonly Occurrence[],
): Promise<(one: Occurrence) => DeliveryStatus | undefined> {
  const idsOf = ({ payload: { id }, within = id }: Occurrence) =>
    [id, within].map((event) => deliveryIdOf(_id, event));
  const statuses = await deliveries.statusesOf([...new Set(occurrences.flatMap(idsOf))]);
  return (one) => {
    const [own = '', whole = ''] = idsOf(one);
    return statuses.get(own) ?? statuses.get(whole);
  };
}

/** The events of a campaign share a lane; any other event has its own. */
function laneIdOf(endpointId: string, { payload, campaignId }: Occurrence): string {
  return `${endpointId}:${campaignId ?? payload.id}`;
}

/** Deleting an endpoint deletes its deliveries: either it finds the new ones, or this finds no endpoint. */
async function removeOrphans(
  { endpoints, lanes, deliveries }: Recorder,
  { _id }: EndpointRecord,
): Promise<void> {
  if ((await endpoints.find(_id)) !== undefined) return;
  await lanes.removeOf(_id);
  await deliveries.removeOf(_id);
}

interface LaneAddition {
  laneId: string;
  added: readonly Occurrence[];
}

async function fillLane(deps: Recorder, endpoint: EndpointRecord, addition: LaneAddition): Promise<void> {
  for (let { added } = addition; added.length > 0;) {
    if (await insertNext(deps, endpoint, { ...addition, added })) return;
    // Another process stores the same: what follows needs later numbers than what that has stored.
    const statusOf = await storedOf(deps, endpoint, added);
    added = added.filter((one) => statusOf(one) === undefined);
  }
}

/** Stores events with the next numbers of their endpoint; returns false if one of them is stored already. */
async function insertNext(
  { deliveries, endpoints, clock }: Recorder,
  { _id: endpointId, uid }: EndpointRecord,
  { laneId, added }: LaneAddition,
): Promise<boolean> {
  const now = clock.now();
  const first = await endpoints.nextSequence(endpointId, added.length);
  // Its endpoint is gone.
  if (first === undefined) return true;
  const stored = added.map(async ({ payload, campaignId }, index): Promise<DeliveryRecord> => {
    const seq = first + index;
    return {
      _id: deliveryIdOf(endpointId, payload.id),
      endpointId,
      uid,
      eventId: payload.id,
      type: payload.type,
      laneId,
      seq,
      ...(campaignId !== undefined && { campaignId }),
      body: await compress(bodyOf(payload, now, seq)),
      status: 'pending',
      createdAt: now,
      nextAt: now,
      attempts: 0,
      failures: 0,
      recent: [],
      expiresAt: expiryOf(now),
    };
  });
  return deliveries.insert(await Promise.all(stored));
}
