import { z } from 'zod';
import type { CardBehaviour, CardError } from './account-state.ts';

/** Stripe's test cards. Any other number is invalid. */
const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declined',
  '4000000000009995': 'no_funds',
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

/** Returns the error of an off-session charge, or undefined if it succeeds. */
export function declineOf(behaviour: CardBehaviour): CardError | undefined {
  switch (behaviour) {
    case 'pays':
      return undefined;
    case 'declined':
      return {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      };
    case 'no_funds':
      return {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      };
    case 'authenticates':
      return {
        type: 'card_error',
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      };
  }
}

export const AUTHENTICATION_FAILED: CardError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};
