import type { Stripe } from '@stripe/stripe-js';
import { trpc } from '#client/app/trpc.ts';
import { authenticateCard, declineText } from '#client/features/billing/checkout/charge.ts';
import { useCardClient } from '#client/features/billing/cards/card-client.ts';

/** The server's attempt to pay an overdue invoice with a saved card. */
interface Attempt {
  payment: 'none' | 'paid' | 'requires_action' | 'declined';
  error: string | null;
  clientSecret: string | null;
}

/**
 * Returns a function that completes an attempt to pay an overdue invoice; the bank may ask the cardholder to
 * authenticate. It resolves to the reason if the invoice is still unpaid, and rejects if a request fails.
 */
export function useOverduePayment(): (attempt: Attempt, cardId: string) => Promise<string | undefined> {
  const { data: stripe } = useCardClient();
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

  return async ({ payment, error, clientSecret }, cardId) => {
    if (payment === 'requires_action' && clientSecret !== null)
      return authenticate(stripe, clientSecret, cardId);
    return payment === 'declined' ? declineText(error) : undefined;
  };
}
