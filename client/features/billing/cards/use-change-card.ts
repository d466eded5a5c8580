import type { Stripe } from '@stripe/stripe-js';
import { trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { authenticateCard, declineText } from '#client/features/billing/checkout/charge.ts';
import { useCardClient } from './card-client.ts';
import { useRefreshBilling } from '#client/features/billing/billing-cache.ts';

/** Makes a saved card the default, pays an overdue invoice with it and reports the result in a toast. */
export function useChangeCard() {
  const { data: stripe } = useCardClient();
  const refresh = useRefreshBilling();
  const update = trpc.billing.updatePaymentMethod.useMutation();
  const finish = trpc.billing.createSubscriptionAfterPayment.useMutation();

  const authenticate = async (client: Stripe | undefined, clientSecret: string, cardId: string) => {
    if (client === undefined) throw new Error('The card payment client is not loaded');
    const charge = await authenticateCard(client, clientSecret, cardId);
    if (charge.kind === 'paid') {
      const [paymentIntentId = ''] = clientSecret.split('_secret_');
      await finish.mutateAsync({ paymentIntentId });
    }
    return charge.kind === 'refused' ? charge.text : undefined;
  };

  return {
    busy: update.isPending || finish.isPending,
    /** Resolves to whether the card is now the default. */
    change: async (cardId: string): Promise<boolean> => {
      try {
        const { payment, error, clientSecret } = await update.mutateAsync({ paymentMethodId: cardId });
        const failure =
          payment === 'requires_action' && clientSecret !== null
            ? await authenticate(stripe, clientSecret, cardId)
            : payment === 'declined'
              ? declineText(error)
              : undefined;
        if (failure === undefined) toast.success('Payment method updated.');
        else toast.error(failure);
        return failure === undefined;
      } catch {
        toast.error('Failed to update payment method');
        return false;
      } finally {
        refresh();
      }
    },
  };
}
