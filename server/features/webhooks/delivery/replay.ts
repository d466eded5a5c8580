import { z } from 'zod';
import { MAX_REPLAYED, type replayInput } from '#shared/schemas/webhooks.ts';
import { SECOND_MS } from '#shared/time-units.ts';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import { tooManyRequests } from '#server/platform/lib/too-many-requests.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { ownedEndpoint } from '#server/features/webhooks/endpoints/manage-endpoints.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { refuseWhileOff } from './send-again.ts';

/** Above the time that a replay takes: if its process dies before the end, its lane is due by itself. */
const DUE_ANYWAY_MS = 30 * SECOND_MS;

const ids = z.object({ replay: z.string() });
const result = z.object({ replayed: z.int() });

/**
 * Queues the ended deliveries of an endpoint from a range of time once more, with the same event ids, once per
 * `Idempotency-Key`; returns how many. Throws `AppError` NOT_FOUND, CONFLICT while the endpoint is off or another replay of it
 * waits, INVALID_INPUT for a range with too many, or TOO_MANY_REQUESTS.
 */
export function replayOnce(
  deps: WebhookDeps,
  call: IdempotentCall & { user: SignedInUser },
  range: z.output<typeof replayInput>,
): Promise<z.output<typeof result>> {
  return runIdempotentCall(deps, call, {
    idsSchema: ids,
    resultSchema: result,
    ids: { replay: newId() },
    perform: ({ replay }) => replayRange(deps, call.user, { ...range, replay }),
    // Performed again under the same ids, it queues what is left.
    lookup: () => Promise.resolve({ kind: 'none' }),
  });
}

async function replayRange(
  deps: WebhookDeps,
  { uid }: SignedInUser,
  { id, replay, ...range }: z.output<typeof replayInput> & { replay: string },
): Promise<z.output<typeof result>> {
  const { deliveries, lanes, clock } = deps;
  refuseWhileOff(await ownedEndpoint(deps, uid, id));
  const found = await deliveries.endedIn(id, range, MAX_REPLAYED + 1);
  if (found.length > MAX_REPLAYED) {
    const text = `There are more than ${String(MAX_REPLAYED)} deliveries in this time. Choose a shorter one.`;
    throw invalidField('to', text);
  }
  if (found.length === 0) return { replayed: await deliveries.countReplayed(id, replay) };
  const lane = { _id: `${laneOfReplays(id)}${replay}`, endpointId: id, uid };
  const waiting = await deliveries.waitingIn(laneOfReplays(id));
  if (waiting !== undefined && waiting !== lane._id)
    throw new AppError('CONFLICT', 'A replay of this endpoint is still being sent. Please try again later.');
  const wait = await deps.replayLimit.take(uid);
  if (wait > 0) throw tooManyRequests('You have had many deliveries sent again.', wait);
  const expiresAt = new Date(Math.max(...found.map((one) => one.expiresAt.getTime())));
  await lanes.added(lane, new Date(clock.now().getTime() + DUE_ANYWAY_MS), expiresAt);
  await deliveries.replay(
    found.map(({ _id }) => _id),
    { endpointId: id, replay, laneId: lane._id, now: clock.now() },
  );
  await deps.endpoints.endPause(id);
  await lanes.added(lane, clock.now(), expiresAt);
  return { replayed: await deliveries.countReplayed(id, replay) };
}

/** The lanes of the replays of an endpoint begin with this. */
function laneOfReplays(endpointId: string): string {
  return `${endpointId}:replay:`;
}
