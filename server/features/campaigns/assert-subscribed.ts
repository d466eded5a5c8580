import { AppError } from '#server/platform/lib/errors.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

/**
 * Throws `AppError` SUBSCRIPTION_REQUIRED without a plan and PAYMENT_OVERDUE while its last renewal is unpaid. To be
 * called before new calls are paid for: calls that are on hold already go on.
 */
export async function assertSubscribed(
  { subscriptions }: Pick<CampaignsDeps, 'subscriptions'>,
  uid: string,
): Promise<void> {
  if (await subscriptions.isSubscribed(uid)) return;
  if (await subscriptions.isPastDue(uid))
    throw new AppError('PAYMENT_OVERDUE', 'Your last payment failed. Please update your card.');
  throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
}
