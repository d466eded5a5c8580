import { useCallback } from 'react';
import type { SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { trpc } from '#client/app/trpc.ts';

/** Webhooks of a payment have arrived after this time. */
const AGAIN_MS = 2_000;

/** Refetches subscription, payments, credits and prices now and again after two seconds. */
export function useRefreshBilling(): () => void {
  const { billing, credits, campaigns, auth } = trpc.useUtils();
  return useCallback(() => {
    const refresh = () => {
      void Promise.all([
        billing.invalidate(),
        credits.invalidate(),
        campaigns.quote.invalidate(),
        auth.userInfo.invalidate(),
      ]);
    };
    refresh();
    setTimeout(refresh, AGAIN_MS);
  }, [billing, credits, campaigns, auth]);
}

/** Returns a function that shows the subscription that a mutation returned, and what it does to automatic purchase. */
export function useSetSubscription(): (subscription: SubscriptionView) => Promise<void> {
  const { billing } = trpc.useUtils();
  return async (subscription) => {
    // A fetch in flight may predate the mutation: its response would replace the newer state.
    await billing.subscription.cancel();
    billing.subscription.setData(undefined, subscription);
    await billing.autoPurchase.invalidate();
  };
}
