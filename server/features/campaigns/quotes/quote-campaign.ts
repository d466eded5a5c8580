import type { z } from 'zod';
import type { quoteOutput } from '#shared/schemas/campaigns/quote.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { costsMore, refusalError } from '#server/features/campaigns/preparation/prepare.ts';

type CallsQuote = z.infer<typeof quoteOutput>;

/** Returns the current price of `calls` more calls in credits. Throws SUBSCRIPTION_REQUIRED without any plan yet. */
export async function quoteCampaign(
  deps: Pick<CampaignsDeps, 'ledger' | 'subscriptions'>,
  user: SignedInUser,
  calls: number,
): Promise<CallsQuote> {
  const [{ available, periodStart, ...price }, billedSince] = await Promise.all([
    priceOf(deps, user, calls),
    deps.subscriptions.periodStartOf(user.uid),
  ]);
  const renewalPending = billedSince !== undefined && billedSince > periodStart;
  return {
    ...price,
    balance: available,
    balanceAfter: available - price.cost,
    affordable: affordableCalls(price, available),
    renewalPending,
  };
}

/** Returns how many of the quoted calls the balance suffices for; calls of the allowance come first. */
function affordableCalls(
  {
    allowanceCalls,
    extraCalls,
    creditsPerCall,
    creditsPerExtraCall,
  }: Pick<CallsQuote, 'allowanceCalls' | 'extraCalls' | 'creditsPerCall' | 'creditsPerExtraCall'>,
  available: number,
): number {
  const allowance = Math.min(allowanceCalls, Math.floor(available / creditsPerCall));
  if (allowance < allowanceCalls) return allowance;
  const rest = available - allowance * creditsPerCall;
  return allowance + Math.min(extraCalls, Math.floor(rest / creditsPerExtraCall));
}

async function priceOf({ ledger }: Pick<CampaignsDeps, 'ledger'>, { streamId }: SignedInUser, calls: number) {
  const quote = await ledger.quote(streamId, calls);
  if (quote === undefined) throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
  return quote;
}

/**
 * Throws INSUFFICIENT_CREDITS if `calls` more calls cost more than is available now, and CONFLICT if more than was agreed. A
 * check before storing contacts only: the later hold decides, since balance and price may change in between.
 */
export async function assertCreditsFor(
  deps: Pick<CampaignsDeps, 'ledger'>,
  user: SignedInUser,
  calls: number,
  agreed = Infinity,
): Promise<void> {
  const { cost, available } = await priceOf(deps, user, calls);
  if (cost > agreed) throw costsMore({ calls, cost }, agreed);
  if (cost > available) throw refusalError({ type: 'InsufficientCredits', needed: cost, available });
}
