import type { PendingCall } from './call-store.ts';
import type { FrozenDrop } from '#server/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import type { RunnableCampaign } from '#server/campaigns/api.ts';

type Deps = Pick<DropsDeps, 'results' | 'doNotCall' | 'clock'>;

/**
 * Fails the pending calls to numbers on the do-not-call list as "suppressed", not retryable. Returns the others.
 * Repeatable.
 */
export async function skipSuppressed(
  { results, doNotCall, clock }: Deps,
  { id, userId }: Pick<RunnableCampaign, 'id' | 'userId'>,
  pending: readonly PendingCall[],
): Promise<readonly PendingCall[]> {
  const listed = await doNotCall.among(
    userId,
    pending.map(({ phone }) => phone),
  );
  const [first, ...others] = pending.filter(({ phone }) => listed.has(phone));
  if (first === undefined) return pending;
  const ids = [first, ...others].map(({ _id }) => _id);
  const call = {
    status: 'failed',
    at: clock.now(),
    code: '',
    reason: 'suppressed',
    retryable: false,
  } as const;
  await results.finishPending(id, first.run, ids, call);
  return pending.filter(({ phone }) => !listed.has(phone));
}

/**
 * Returns the drops whose numbers have not been suppressed since they were prepared. A suppressed drop of a dead
 * worker may be at the carrier: it waits for its report.
 */
export async function stillCallable(
  { doNotCall }: Pick<DropsDeps, 'doNotCall'>,
  { userId }: Pick<RunnableCampaign, 'userId'>,
  drops: readonly FrozenDrop[],
): Promise<FrozenDrop[]> {
  const listed = await doNotCall.among(
    userId,
    drops.map(({ to }) => to),
  );
  return drops.filter(({ to }) => !listed.has(to));
}
