import type { Stripe } from '@stripe/stripe-js';
import { errorCode, errorStatus, mayRetry } from '#client/app/trpc.ts';
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
 * How an attempt ended: paid and activated, paid and not activated yet (the webhook does it), or unpaid for a reason. After
 * `unfinished` another attempt would charge again.
 */
export type AttemptEnd = { kind: 'finished' } | { kind: 'unfinished' } | { kind: 'unpaid'; text: string };

const FINISHED: AttemptEnd = { kind: 'finished' };
const unpaid = (text: string): AttemptEnd => ({ kind: 'unpaid', text });

/** Options of a mutation that activates what was paid for: a payment may arrive at the server after the cardholder returns. */
export const FINISH_OPTIONS = {
  retry: (failures: number, error: unknown) =>
    mayRetry(failures, error) || (errorStatus(error) === 402 && failures < MAX_UNPAID_ANSWERS),
};
const MAX_UNPAID_ANSWERS = 2;

/**
 * Completes an attempt to pay an invoice; the bank may ask the cardholder to authenticate. Rejects with CONFLICT if the
 * payment was refunded.
 */
export async function completeAttempt(
  { payment, error, clientSecret }: Attempt,
  cardId: string,
  { loadClient, finish }: Completion,
): Promise<AttemptEnd> {
  if (payment !== 'requires_action' || clientSecret === null)
    return payment === 'declined' ? unpaid(declineText(error)) : FINISHED;
  const client = await loadClient();
  if (client === undefined) return unpaid(AUTHENTICATION_NEEDED);
  const charge = await authenticateCard(client, clientSecret, cardId);
  if (charge.kind === 'incomplete') return unpaid(AUTHENTICATION_NEEDED);
  if (charge.kind === 'refused') return unpaid(charge.text);
  const [paymentIntentId = ''] = clientSecret.split('_secret_');
  try {
    await finish(paymentIntentId);
    return FINISHED;
  } catch (error) {
    if (errorCode(error) === 'CONFLICT') throw error;
    return { kind: 'unfinished' };
  }
}

/** Returns a function that completes an attempt; see `completeAttempt`. */
export function useCompleteAttempt(
  finish: Completion['finish'],
): (attempt: Attempt, cardId: string) => Promise<AttemptEnd> {
  const loadClient = useLoadCardClient();
  return (attempt, cardId) => completeAttempt(attempt, cardId, { loadClient, finish });
}
