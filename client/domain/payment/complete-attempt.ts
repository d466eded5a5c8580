import type { Stripe } from '@stripe/stripe-js';
import { AUTHENTICATION_NEEDED, authenticateCard, declineText } from './charge.ts';
import { useLoadCardClient } from './card-client.ts';

/** The server's attempt to pay an invoice with a saved card. */
interface Attempt {
  payment: 'none' | 'paid' | 'requires_action' | 'declined';
  error: string | null;
  clientSecret: string | null;
}

/** What completing an attempt needs of the payment client and the server. */
interface Completion {
  /** Resolves to the payment client once it is loaded; `undefined` if it cannot be. */
  loadClient: () => Promise<Stripe | undefined>;
  /** Activates what the paid invoice is for. */
  finish: (paymentIntentId: string) => Promise<unknown>;
}

/**
 * Completes an attempt to pay an invoice; the bank may ask the cardholder to authenticate. Resolves to the reason
 * if the invoice is still unpaid, and rejects if a request fails.
 */
export async function completeAttempt(
  { payment, error, clientSecret }: Attempt,
  cardId: string,
  { loadClient, finish }: Completion,
): Promise<string | undefined> {
  if (payment !== 'requires_action' || clientSecret === null)
    return payment === 'declined' ? declineText(error) : undefined;
  const client = await loadClient();
  if (client === undefined) return AUTHENTICATION_NEEDED;
  const charge = await authenticateCard(client, clientSecret, cardId);
  if (charge.kind === 'incomplete') return AUTHENTICATION_NEEDED;
  if (charge.kind === 'refused') return charge.text;
  const [paymentIntentId = ''] = clientSecret.split('_secret_');
  await finish(paymentIntentId);
  return undefined;
}

/** Returns a function that completes an attempt; see `completeAttempt`. */
export function useCompleteAttempt(
  finish: Completion['finish'],
): (attempt: Attempt, cardId: string) => Promise<string | undefined> {
  const loadClient = useLoadCardClient();
  return (attempt, cardId) => completeAttempt(attempt, cardId, { loadClient, finish });
}
