import { z } from 'zod';
import type { CardBehaviour, CardError } from './account-state.ts';

/** Stripe's test cards. Any other number is invalid. */
const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declined',
  '4000000000000341': 'saves_only',
  '4000000000009995': 'no_funds',
  '4000000000005126': 'refund_fails',
  '4000000000000259': 'disputed',
  '4000000000001976': 'disputed_inquiry',
  '4000002760003184': 'authenticates',
};

export const cardDetails = z.object({
  number: z.string().transform((text) => text.replace(/\D/g, '')),
  exp_month: z.coerce.number().int(),
  exp_year: z.coerce.number().int(),
  cvc: z.string(),
});
export type CardDetails = z.infer<typeof cardDetails>;

export function behaviourOf(number: string): CardBehaviour | undefined {
  return TEST_CARDS[number];
}

/** Validates card details at a time in seconds; returns undefined if they are valid. */
export function cardInputError(
  { number, exp_month, exp_year, cvc }: CardDetails,
  now: number,
): CardError | undefined {
  const refuse = (code: string, message: string): CardError => ({ type: 'card_error', code, message });
  if (behaviourOf(number) === undefined) return refuse('incorrect_number', 'Your card number is invalid.');
  if (exp_month < 1 || exp_month > 12)
    return refuse('invalid_expiry_month', "Your card's expiration month is invalid.");
  const today = new Date(now * 1000);
  const expired = exp_year * 12 + exp_month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
  if (expired || exp_year > today.getUTCFullYear() + 50) {
    return refuse('invalid_expiry_year', "Your card's expiration year is in the past.");
  }
  return /^\d{3,4}$/.test(cvc) ? undefined : refuse('invalid_cvc', "Your card's security code is invalid.");
}

/** The errors of off-session charges, and of saving a card. */
export const DECLINES: Readonly<Record<CardBehaviour, CardError | undefined>> = {
  pays: undefined,
  refund_fails: undefined,
  disputed: undefined,
  disputed_inquiry: undefined,
  declined: decline('card_declined', 'generic_decline', 'Your card was declined.'),
  saves_only: decline('card_declined', 'generic_decline', 'Your card was declined.'),
  no_funds: decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  authenticates: decline(
    'authentication_required',
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
  ),
};

function decline(code: string, decline_code: string, message: string): CardError {
  return { type: 'card_error', code, decline_code, message };
}
