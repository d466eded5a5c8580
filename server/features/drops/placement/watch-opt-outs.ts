import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { ClaimDocument } from '#server/features/drops/claims/claim-store.ts';
import { createIntervalLoop } from '#server/platform/lib/concurrency/interval-loop.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';

type Deps = Pick<DropsDeps, 'doNotCall' | 'clock' | 'log'>;

/** An opt-out takes effect on calls that are not placed yet within a second. */
const CHECK_MS = 500;

/** The numbers of a batch that were added to the do-not-call list while it is placed. */
export interface OptOuts {
  has(phone: string): boolean;
  stop(): void;
}

/** Checks the numbers of a claim against the do-not-call list until it is stopped; at once if it was claimed a while ago. */
export async function watchOptOuts(
  { doNotCall, clock, log }: Deps,
  { caller }: Pick<RunnableCampaign, 'caller'>,
  claim: Pick<ClaimDocument, '_id' | 'drops' | 'firstClaimedAt'>,
): Promise<OptOuts> {
  const phones = claim.drops.map(({ to }) => to);
  let listed: ReadonlySet<string> = new Set();
  const check = async () => {
    listed = await doNotCall.among(caller, phones);
  };
  if (clock.now().getTime() - claim.firstClaimedAt.getTime() >= CHECK_MS) await check();
  const checks = createIntervalLoop(
    CHECK_MS,
    check,
    (error) => {
      log.warn({ err: error, claim: claim._id }, 'the do-not-call list could not be checked');
    },
    { startsLater: true },
  );
  checks.start();
  return {
    has: (phone) => listed.has(phone),
    stop: () => {
      void checks.stop();
    },
  };
}
