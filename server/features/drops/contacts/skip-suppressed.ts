import { CALL_REASONS } from '#shared/call-reasons.ts';
import type { FinalCall } from './call-result-store.ts';
import type { PendingCall } from './call-store.ts';
import type { FrozenDrop } from '#server/features/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';

type Deps = Pick<DropsDeps, 'results' | 'doNotCall' | 'clock'>;

/**
 * Fails the pending calls to numbers on the do-not-call list as "suppressed", not retryable. Returns the others.
 * Repeatable.
 */
export async function skipSuppressed(
  { results, doNotCall, clock }: Deps,
  { id, caller }: Pick<RunnableCampaign, 'id' | 'caller'>,
  pending: readonly PendingCall[],
): Promise<readonly PendingCall[]> {
  const listed = await doNotCall.among(
    caller,
    pending.map(({ phone }) => phone),
  );
  if (listed.size === 0) return pending;
  const suppressed = pending.filter(({ phone }) => listed.has(phone));
  await failPending({ results, clock }, id, suppressed, CALL_REASONS.suppressed);
  return pending.filter(({ phone }) => !listed.has(phone));
}

/** Fails pending calls of one run that must not be made; they cannot be retried. Repeatable. */
export async function failPending(
  { results, clock }: Pick<DropsDeps, 'results' | 'clock'>,
  campaignId: string,
  pending: readonly PendingCall[],
  reason: string,
): Promise<void> {
  const [first] = pending;
  if (first === undefined) return;
  const ids = pending.map(({ _id }) => _id);
  await results.finishPending(campaignId, first.run, ids, neverCalled(clock.now(), reason));
}

/** Returns the result of a call that must not be made. */
export function neverCalled(at: Date, reason: string): FinalCall {
  return { status: 'failed', at, code: '', reason, retryable: false };
}

/**
 * Returns the drops whose numbers have not been suppressed since they were prepared. A suppressed drop of a dead
 * worker may be at the carrier: it waits for its report.
 */
export async function stillCallable(
  { doNotCall }: Pick<DropsDeps, 'doNotCall'>,
  { caller }: Pick<RunnableCampaign, 'caller'>,
  drops: readonly FrozenDrop[],
): Promise<FrozenDrop[]> {
  const listed = await doNotCall.among(
    caller,
    drops.map(({ to }) => to),
  );
  return drops.filter(({ to }) => !listed.has(to));
}
