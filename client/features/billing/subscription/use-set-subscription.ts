import type { SubscriptionView } from '#shared/schemas/billing.ts';
import { trpc } from '#client/app/trpc.ts';

/** Returns a function that shows the subscription that a mutation returned. */
export function useSetSubscription(): (subscription: SubscriptionView) => Promise<void> {
  const { billing } = trpc.useUtils();
  return async (subscription) => {
    // A fetch in flight may predate the mutation: its response would replace the newer state.
    await billing.subscription.cancel();
    billing.subscription.setData(undefined, subscription);
  };
}
