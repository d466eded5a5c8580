import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { MINUTE_MS } from '#shared/time-units.ts';
import { stopwatch } from '#server/platform/lib/observability/metrics.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { secretsOf } from '#server/features/webhooks/endpoints/endpoint-secrets.ts';
import { countFailure } from '#server/features/webhooks/endpoints/switch-off.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import type { AttemptRecord, DeliveryRecord } from './delivery-store.ts';
import type { HeldLane } from './lane-store.ts';
import { heldBackUntil, movedUntil, nextAttempt, quietUntil } from './retry-delays.ts';
import type { SendResult } from './send-request.ts';
import { signatureHeaders } from './signature.ts';

const decompress = promisify(gunzip);

/** Longer than a request may take, so that a lane of a process that lives is not taken. */
export const HOLD_MS = 30_000;
/** Deliveries of a lane before others get their turn. */
const TURN = 20;
/** The status of an endpoint that wants no more requests. */
const GONE = 410;
/** A success is recorded this often. */
const SUCCESS_EVERY_MS = MINUTE_MS;

/**
 * Sends the deliveries of a lane one after another, until none is due, the endpoint wants or gets no more, or the turn is
 * over. One that fails is tried again later, and does not hold back the others. A process that dies leaves the lane to
 * another, which sends the last one again: its id is the same.
 */
export async function deliverLane(deps: WebhookDeps, lane: HeldLane, signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < TURN; turn += 1) {
    const endpoint = await deps.endpoints.find(lane.endpointId);
    const next = endpoint?.enabledAt === undefined ? undefined : await deps.deliveries.nextOf(lane._id);
    if (endpoint === undefined || next === undefined) {
      if (!(await deps.lanes.leave(lane))) await deps.lanes.release(lane, deps.clock.now());
      return;
    }
    const now = deps.clock.now();
    const isHeld = await deps.lanes.renew(lane, new Date(now.getTime() + HOLD_MS));
    if (!isHeld) return;
    const dueAt = next.nextAt !== undefined && next.nextAt > now ? next.nextAt : heldBackUntil(endpoint, now);
    if (dueAt !== undefined) return deps.lanes.release(lane, now, dueAt);
    await attempt(deps, endpoint, next, signal);
  }
  await deps.lanes.release(lane, deps.clock.now());
}

/** Sends a delivery once and records what became of it. */
async function attempt(
  deps: WebhookDeps,
  endpoint: EndpointRecord,
  delivery: DeliveryRecord,
  signal: AbortSignal,
): Promise<void> {
  const at = deps.clock.now();
  const seconds = stopwatch();
  const result = await send(deps, endpoint, delivery, signal);
  const duration = seconds();
  measure(deps, { endpoint, delivery, result, at, duration });
  const made: AttemptRecord = { at, ms: Math.round(duration * 1_000), ...shownOf(result) };
  if (result.delivered) {
    await deps.deliveries.recordAttempt(delivery, made, {
      status: 'delivered',
      deliveredAt: at,
      firstAt: delivery.firstAt ?? at,
      excerpt: result.excerpt,
    });
    await recordSuccess(deps, endpoint, at);
    return;
  }
  const firstAt = delivery.firstAt ?? at;
  const failures = delivery.failures + 1;
  const now = deps.clock.now();
  const notBefore = quietUntil(result.retryAfter, now);
  const nextAt = nextAttempt({ failures, firstAt, now, notBefore }, Math.random());
  const status = nextAt === undefined ? 'failed' : 'pending';
  const { excerpt } = result;
  await deps.deliveries.recordAttempt(delivery, made, { status, firstAt, failures, nextAt, excerpt });
  const pauses = delivery.failures === 0;
  await countFailure(deps, endpoint, { at, notBefore, pauses, gone: result.status === GONE });
}

interface Attempt {
  endpoint: EndpointRecord;
  delivery: DeliveryRecord;
  result: SendResult;
  at: Date;
  /** In seconds. */
  duration: number;
}

function measure({ metrics }: WebhookDeps, { endpoint, delivery, result, at, duration }: Attempt): void {
  const outcome = result.delivered ? 'delivered' : result.status === undefined ? 'failed' : 'refused';
  metrics.observe('hark_webhook_request_duration_seconds', { outcome }, duration);
  // Behind a delivery that is retried, the endpoint makes others wait.
  if (delivery.firstAt !== undefined || endpoint.failingSince !== undefined) return;
  const wait = (at.getTime() - delivery.createdAt.getTime()) / 1_000;
  metrics.observe('hark_webhook_wait_seconds', {}, Math.max(0, wait));
}

function shownOf({ status, error }: SendResult): Pick<AttemptRecord, 'status' | 'error'> {
  return { ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
}

async function send(
  { clock, secretBox, send: post }: WebhookDeps,
  endpoint: EndpointRecord,
  { body: compressed, type, eventId, attempts }: DeliveryRecord,
  signal: AbortSignal,
): Promise<SendResult> {
  const body = (await decompress(bytesOf(compressed))).toString('utf8');
  const now = clock.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Hark-Webhooks/1.0',
    ...signatureHeaders({ id: eventId, at: now, body, secrets: secretsOf(secretBox, endpoint, now) }),
    'hark-event-id': eventId,
    'hark-event-type': type,
    'hark-event-attempt': String(attempts + 1),
  };
  return post({ url: endpoint.url, headers, body }, signal);
}

/** Returns the bytes of a stored body; as read without a model they are wrapped. */
export function bytesOf(stored: DeliveryRecord['body']): Uint8Array {
  if (stored === undefined) throw new Error('A delivery that is not sent yet has no body.');
  return stored instanceof Uint8Array ? stored : (stored as unknown as { buffer: Uint8Array }).buffer;
}

/** Returns the text of a stored body. */
export async function textOf(stored: NonNullable<DeliveryRecord['body']>): Promise<string> {
  return (await decompress(bytesOf(stored))).toString('utf8');
}

/** Records an attempt that arrived; what waited for an endpoint that was held back is due at once. */
export async function recordSuccess(
  { endpoints, lanes }: Pick<WebhookDeps, 'endpoints' | 'lanes'>,
  endpoint: EndpointRecord,
  at: Date,
): Promise<void> {
  const { _id, failingSince, lastSuccessAt } = endpoint;
  const isRecent = lastSuccessAt !== undefined && at.getTime() - lastSuccessAt.getTime() < SUCCESS_EVERY_MS;
  if (failingSince === undefined && isRecent) return;
  // As it was then: others may have failed during this attempt.
  const before = await endpoints.recordSuccess(endpoint, at);
  const until = before && movedUntil(before, at);
  if (until !== undefined) await lanes.resume(_id, at, until);
}
