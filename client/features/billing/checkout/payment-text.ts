import type { StripeError } from '@stripe/stripe-js';

export const AUTHENTICATION_NEEDED = 'Payment requires additional authentication. Please try again.';
export const NOT_FINISHED = 'Payment succeeded but failed to create subscription. Please contact support.';
const FAILED = 'Payment failed. Please try again.';

const AUTHENTICATION_CODES: readonly (string | undefined)[] = [
  'authentication_required',
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
];

/** Returns the text for an error of Stripe.js. */
export function refusalText({ type, code, message }: Pick<StripeError, 'type' | 'code' | 'message'>): string {
  if (AUTHENTICATION_CODES.includes(code)) return AUTHENTICATION_NEEDED;
  if (type === 'api_connection_error') return networkText(message ?? FAILED);
  return declineText(message);
}

/** Returns the decline message, with the payment provider's reason if there is one. */
export function declineText(message: string | null | undefined): string {
  return message == null || message === '' ? FAILED : `Payment failed: ${message}`;
}

/** Returns the text for a payment that neither failed nor succeeded. */
export function statusText(status: string | undefined): string {
  return status === 'requires_action' ? AUTHENTICATION_NEEDED : `Payment status: ${status ?? 'unknown'}`;
}

export function networkText(message: string): string {
  return `A network error occurred: ${message}`;
}
