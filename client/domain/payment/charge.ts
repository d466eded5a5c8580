import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import type { z } from 'zod';
import type { confirmPaymentOutput } from '#shared/schemas/billing/billing.ts';
import { paths } from '#client/app/routing/paths.ts';

/** Result of a charge attempt. `incomplete` is shown at its field; nothing was charged. */
export type Charge = { kind: 'paid' } | { kind: 'incomplete' } | { kind: 'refused'; text: string };

/** Shown if the cardholder has not authenticated the payment. */
export const AUTHENTICATION_NEEDED = 'Payment requires additional authentication. Please try again.';
/** Shown if the charge succeeded and the plan could not be activated. */
export const NOT_FINISHED = 'Payment succeeded but failed to create subscription. Please contact support.';
const FAILED = 'Payment failed. Please try again.';

const AUTHENTICATION_CODES: readonly (string | undefined)[] = [
  'authentication_required',
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
];

const PAID: Charge = { kind: 'paid' };
const refused = (text: string): Charge => ({ kind: 'refused', text });

/** Return URL for payments that redirect to the bank. */
export function returnUrl(): string {
  return window.location.origin + paths.billing;
}

/** Charges the entered card; may trigger 3-D Secure. */
export async function chargeTypedCard(stripe: Stripe, elements: StripeElements): Promise<Charge> {
  const form = await elements.submit();
  if (form.error !== undefined) return { kind: 'incomplete' };
  return chargeOf(
    await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: returnUrl() },
      redirect: 'if_required',
    }),
  );
}

/** Finishes a saved-card charge that the server attempted; may trigger 3-D Secure. */
export async function chargeSavedCard(
  stripe: Stripe,
  clientSecret: string,
  result: z.infer<typeof confirmPaymentOutput>,
): Promise<Charge> {
  if (result.success) return PAID;
  if (!result.requiresAction) return refused(declineText(result.error));
  const charge = chargeOf(await stripe.handleNextAction({ clientSecret }));
  return charge.kind === 'paid' ? charge : refused(AUTHENTICATION_NEEDED);
}

/** Pays an open payment intent with a saved card while its holder is present. */
export async function authenticateCard(
  stripe: Stripe,
  clientSecret: string,
  cardId: string,
): Promise<Charge> {
  return chargeOf(
    await stripe.confirmPayment({
      clientSecret,
      confirmParams: { payment_method: cardId, return_url: returnUrl() },
      redirect: 'if_required',
    }),
  );
}

function chargeOf({ error, paymentIntent }: Awaited<ReturnType<Stripe['handleNextAction']>>): Charge {
  if (error !== undefined) {
    if (error.type === 'validation_error') return { kind: 'incomplete' };
    // Another tab has already paid this intent.
    if (error.payment_intent?.status === 'succeeded') return PAID;
    return refused(refusalText(error));
  }
  const status = paymentIntent?.status;
  return status === 'succeeded' || status === 'processing' ? PAID : refused(statusText(status));
}

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

/** Returns the text for a request without a response. */
export function networkText(message: string): string {
  return `A network error occurred: ${message}`;
}
