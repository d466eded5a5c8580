import type { z } from 'zod';
import type { quoteOutput } from '#shared/schemas/campaigns.ts';
import { AppError } from '#server/lib/errors.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { refusalError } from './preparation/prepare.ts';

/** What `calls` more calls would cost now, in credits; 403 for someone who never had a plan. */
export async function quoteCampaign(
  deps: Pick<CampaignsDeps, 'ledger' | 'subscriptions'>,
  user: SignedInUser,
  calls: number,
): Promise<z.infer<typeof quoteOutput>> {
  const [{ available, periodStart, ...price }, billedSince] = await Promise.all([
    priceOf(deps, user, calls),
    deps.subscriptions.periodStartOf(user.uid),
  ]);
  const renewalPending = billedSince !== undefined && billedSince > periodStart;
  return { ...price, balance: available, balanceAfter: available - price.cost, renewalPending };
}

async function priceOf({ ledger }: Pick<CampaignsDeps, 'ledger'>, { streamId }: SignedInUser, calls: number) {
  const quote = await ledger.quote(streamId, calls);
  if (quote === undefined) throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
  return quote;
}

/**
 * Throws 402 where `calls` more calls cost more credits than there are now, before anything is stored for them. The
 * hold decides afterwards: what is available may change meanwhile.
 */
export async function assertCreditsFor(
  deps: Pick<CampaignsDeps, 'ledger'>,
  user: SignedInUser,
  calls: number,
): Promise<void> {
  const { cost, available } = await priceOf(deps, user, calls);
  if (cost > available) throw refusalError({ type: 'InsufficientCredits', needed: cost, available });
}
