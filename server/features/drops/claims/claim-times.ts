import { fromNow } from '#server/platform/lib/clock.ts';
import type { ClaimDocument } from './claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';

/** Returns when a lease that is granted or renewed now expires. */
export function leaseEnd({ clock, options }: Pick<DropsDeps, 'clock' | 'options'>): Date {
  return fromNow(clock, options.claimLeaseMs);
}

/** Returns when the reports of calls that are placed now are overdue. */
export function reportDeadline({ clock, options }: Pick<DropsDeps, 'clock' | 'options'>): Date {
  return fromNow(clock, options.reportDeadlineMs);
}

/** The carrier keeps idempotency keys for 24 hours; an hour before that none is used again. */
const KEY_LIFETIME_MS = 23 * 3_600_000;

/** Returns when the keys of the calls of a claim may not be used again. */
export function keysExpireAt({ firstClaimedAt }: Pick<ClaimDocument, 'firstClaimedAt'>): Date {
  return new Date(firstClaimedAt.getTime() + KEY_LIFETIME_MS);
}

/** Returns whether the calls of a claim can be placed again without calling anyone twice. */
export function mayPlaceAgain(
  { carrier, clock }: Pick<DropsDeps, 'carrier' | 'clock'>,
  claim: Pick<ClaimDocument, 'firstClaimedAt'>,
): boolean {
  return carrier.capabilities.idempotencyKeys && clock.now() < keysExpireAt(claim);
}
