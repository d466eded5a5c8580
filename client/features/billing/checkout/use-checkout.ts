import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#shared/plans.ts';
import { trpc } from '#client/app/trpc.ts';

/** A payment that is open and waits for its card. */
export interface Checkout {
  clientSecret: string;
  paymentIntentId: string;
  customerId: string;
}

/** Opens the payment of a plan, or finds it open: the server answers the same one until it is paid. */
export function useCheckout({ productId }: Plan) {
  const { client } = trpc.useUtils();
  return useQuery<Checkout>({
    queryKey: ['checkout', productId],
    queryFn: () => client.billing.createPaymentIntent.mutate({ productId }),
    staleTime: Infinity,
    // Whoever comes back later may find it paid or replaced in another window.
    gcTime: 0,
  });
}
