import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#shared/plans.ts';
import { trpc } from '#client/app/trpc.ts';

/** An open payment intent that waits for a card. */
export interface Checkout {
  clientSecret: string;
  paymentIntentId: string;
  customerId: string;
}

/** Opens the checkout of a plan. Idempotent: the server returns the same payment until it is paid. */
export function useCheckout({ productId }: Plan) {
  const { client } = trpc.useUtils();
  return useQuery<Checkout>({
    queryKey: ['checkout', productId],
    queryFn: () => client.billing.createPaymentIntent.mutate({ productId }),
    staleTime: Infinity,
    // Refetched on every mount: another tab may have paid or replaced it.
    gcTime: 0,
  });
}
