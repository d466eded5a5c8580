import type { ClaimDocument } from './claim-model.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';

/** The carrier forgets keys after 24 hours; an hour before that nothing is placed under them again. */
const KEY_LIFE_MS = 23 * 3_600_000;

/** Whether the calls of a claim, some of which the carrier may have, can be placed again without calling anyone twice. */
export function mayPlaceAgain(
  { carrier, realTime }: Pick<DropsDeps, 'carrier' | 'realTime'>,
  { firstClaimedAt }: Pick<ClaimDocument, 'firstClaimedAt'>,
): boolean {
  return (
    carrier.capabilities.idempotencyKeys && realTime.now().getTime() - firstClaimedAt.getTime() < KEY_LIFE_MS
  );
}
