import { trpc } from '#client/app/trpc.ts';
import { FINISH_OPTIONS, useCompleteAttempt } from '#client/domain/payment/complete-attempt.ts';

/** Returns a function that completes an attempt to pay an overdue renewal. */
export function useOverduePayment() {
  const { mutateAsync } = trpc.billing.createSubscriptionAfterPayment.useMutation(FINISH_OPTIONS);
  return useCompleteAttempt((paymentIntentId) => mutateAsync({ paymentIntentId }));
}
