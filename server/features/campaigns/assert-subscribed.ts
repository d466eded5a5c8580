import { AppError } from '#server/platform/lib/errors.ts';
import { assertOpenAccount } from './assert-open-account.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

/**
 * Throws `AppError` SUBSCRIPTION_REQUIRED without a plan, PAYMENT_OVERDUE while its last renewal is unpaid, and what
 * `assertOpenAccount` throws. To be called before new calls are paid for: calls that are on hold already go on.
 */
export async function assertSubscribed(
  { subscriptions, users }: Pick<CampaignsDeps, 'subscriptions' | 'users'>,
  uid: string,
): Promise<void> {
  await assertOpenAccount({ users }, uid);
  if (await subscriptions.isSubscribed(uid)) return;
  if (await subscriptions.isPastDue(uid))
    throw new AppError('PAYMENT_OVERDUE', 'Your last payment failed. Please update your card.');
  throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
}
