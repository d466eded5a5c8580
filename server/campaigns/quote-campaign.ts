import type { z } from 'zod';
import type { quoteOutput } from '#shared/schemas/campaigns.ts';
import { AppError } from '#server/errors.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

/** What `calls` more calls would cost now, in credits; 403 for someone who never had a plan. */
export async function quoteCampaign(
  deps: Pick<CampaignsDeps, 'ledger'>,
  user: SignedInUser,
  calls: number,
): Promise<z.infer<typeof quoteOutput>> {
  const quote = await deps.ledger.quote(user.streamId, calls);
  if (quote === undefined) throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
  const { available, ...price } = quote;
  return { ...price, balance: available, balanceAfter: available - price.cost };
}
